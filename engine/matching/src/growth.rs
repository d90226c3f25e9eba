//! Blossoms come and go.

use crate::search::{Search, Side};
use crate::weight::Weight;

impl<W: Weight> Search<W> {
    /// Makes a blossom of the two paths from tight ends to where they meet.
    pub fn close_blossom(&mut self, one: usize, stem: usize, two: usize) {
        let mut cycle = vec![stem];
        self.gather(one, stem, &mut cycle);
        if let Some((_, path)) = cycle.split_first_mut() {
            path.reverse();
        }
        self.gather(two, stem, &mut cycle);
        let blossom = self.nodes.close(cycle);
        self.labels[blossom] = W::ZERO;
        self.sides[blossom] = Side::Even;
        self.find_ends(blossom);
        self.find_nearest(blossom);
    }

    /// The nodes of a path up to where it ends; the vertices of its odd ones are even from now on.
    fn gather(&mut self, mut node: usize, stem: usize, cycle: &mut Vec<usize>) {
        while node != stem {
            let odd = self.nodes.outermost(self.nodes.partner[node]);
            cycle.extend([node, odd]);
            self.nodes.vertices_of(odd, &mut self.queue);
            node = self.nodes.outermost(self.reached_from[odd]);
        }
    }

    /// The cheapest edge from a new blossom to every node outside it: the first of equals along the cycle.
    fn find_ends(&mut self, blossom: usize) {
        let highest = self.nodes.highest();
        let mut least = vec![W::BEYOND; highest + 1];
        for place in 0..self.nodes.members(blossom).len() {
            let member = self.nodes.members(blossom)[place];
            for (node, least) in least.iter_mut().enumerate().skip(1) {
                let around = self.nodes.outermost(node);
                if around == blossom || around == 0 {
                    continue;
                }
                let (inside, outside) =
                    (self.nodes.end(member, node), self.nodes.end(node, member));
                let slack = self.slack(inside, outside);
                if slack < *least {
                    *least = slack;
                    self.nodes.set_ends(blossom, node, inside, outside);
                }
            }
        }
    }

    /// Opens an odd blossom: the even way through its cycle stays in the tree.
    pub fn open_blossom(&mut self, blossom: usize) {
        let from = self.reached_from[blossom];
        let (cycle, way) = self.nodes.open(blossom, self.nodes.end(blossom, from));
        let (inside, outside) = cycle.split_at(way.min(cycle.len()));
        for pair in inside.chunks_exact(2) {
            let (odd, even) = (pair[0], pair[1]);
            self.make_odd(odd, self.nodes.end(even, odd));
            self.sides[even] = Side::Even;
            self.find_nearest(even);
            self.nodes.vertices_of(even, &mut self.queue);
        }
        for (place, &node) in outside.iter().enumerate() {
            if place == 0 {
                self.make_odd(node, from);
            } else {
                self.sides[node] = Side::Outside;
                self.find_nearest(node);
            }
        }
    }
}
