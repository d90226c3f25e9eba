//! Labels, what slack they leave to the edges, and which even vertex has the least of it.

use crate::nearest::Nearest;
use crate::search::{Search, Side};
use crate::weight::Weight;

impl<W: Weight> Search<W> {
    pub fn slack(&self, one: usize, two: usize) -> W {
        self.labels[one] + self.labels[two] + self.graph.cost(one, two)
    }

    pub fn nearer(&mut self, node: usize, vertex: usize, slack: W) {
        let nearest = &mut self.nearest[node];
        if slack < nearest.slack {
            *nearest = Nearest { vertex, slack };
        }
    }

    /// The even vertex nearest to a node, looked for anew.
    pub fn find_nearest(&mut self, node: usize) {
        self.nearest[node] = Nearest::UNKNOWN;
        for vertex in 1..=self.graph.vertices {
            let other = self.nodes.outermost(vertex);
            if other != node && self.sides[other] == Side::Even {
                let end = self.nodes.end(node, vertex);
                let slack = self.slack(end, vertex);
                self.nearer(node, vertex, slack);
            }
        }
    }

    /// Moves the labels of all trees by as much as every slack and every odd blossom allows.
    pub fn move_labels(&mut self) -> bool {
        let mut step = W::BEYOND;
        for blossom in self.nodes.blossoms() {
            if self.nodes.is_outermost(blossom) && self.sides[blossom] == Side::Odd {
                step = step.min(self.labels[blossom].half());
            }
        }
        for node in 1..=self.nodes.highest() {
            if self.nodes.is_outermost(node) && self.nearest[node].vertex != 0 {
                let slack = self.nearest[node].slack;
                match self.sides[node] {
                    Side::Outside => step = step.min(slack),
                    Side::Even => step = step.min(slack.half()),
                    Side::Odd => {}
                }
            }
        }
        if step == W::BEYOND {
            return false;
        }
        for vertex in 1..=self.graph.vertices {
            match self.sides[self.nodes.outermost(vertex)] {
                Side::Even => self.labels[vertex] -= step,
                Side::Odd => self.labels[vertex] += step,
                Side::Outside => {}
            }
        }
        for blossom in self.nodes.blossoms() {
            if self.nodes.is_outermost(blossom) {
                match self.sides[blossom] {
                    Side::Even => self.labels[blossom] += step.double(),
                    Side::Odd => self.labels[blossom] -= step.double(),
                    Side::Outside => {}
                }
            }
        }
        for node in 1..=self.nodes.highest() {
            let vertex = self.nearest[node].vertex;
            if vertex != 0 && self.nodes.is_outermost(node) {
                let end = self.nodes.end(node, vertex);
                self.nearest[node].slack = self.slack(vertex, end);
            }
        }
        true
    }
}
