//! The search: trees of alternating paths grow from every unmatched node along tight edges, and labels move
//! where none is tight.

use crate::blossoms::Blossoms;
use crate::graph::Graph;
use crate::nearest::Nearest;
use crate::weight::Weight;

/// Where a node stands in the trees of a phase.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// In no tree.
    Outside,
    /// A root, or an even number of edges from one.
    Even,
    /// An odd number of edges from a root.
    Odd,
}

/// A search under way. Nodes are the vertices, from 1, and above them the blossoms; 0 is nobody.
pub struct Search<W> {
    pub graph: Graph<W>,
    pub nodes: Blossoms,
    /// A vertex' dual variable, from 0 up and down; a blossom's, never negative. An edge's slack is its cost
    /// in the graph and the labels of both ends: never negative between nodes, and 0 where it is tight.
    pub labels: Vec<W>,
    pub sides: Vec<Side>,
    /// The vertex from which an odd node was reached.
    pub reached_from: Vec<usize>,
    pub nearest: Vec<Nearest<W>>,
    /// Even vertices whose edges are to be looked at.
    pub queue: Vec<usize>,
    /// The last meeting of two paths that was looked for, and for each node the last one that came by.
    meeting: usize,
    passed: Vec<usize>,
}

impl<W: Weight> Search<W> {
    pub fn new(graph: Graph<W>) -> Self {
        let nodes = Blossoms::new(graph.vertices);
        let size = nodes.numbers();
        Self {
            graph,
            nodes,
            labels: vec![W::ZERO; size],
            sides: vec![Side::Outside; size],
            reached_from: vec![0; size],
            nearest: vec![Nearest::UNKNOWN; size],
            queue: Vec::with_capacity(size),
            meeting: 0,
            passed: vec![0; size],
        }
    }

    /// The partner of each vertex, counted from 0.
    pub fn solved(mut self) -> Vec<usize> {
        while self.phase() {}
        let vertices = 1..=self.graph.vertices;
        vertices
            .map(|vertex| self.nodes.partner[vertex].saturating_sub(1))
            .collect()
    }

    /// One more pair in the matching; `false` when nobody is left.
    fn phase(&mut self) -> bool {
        self.queue.clear();
        for node in 1..=self.nodes.highest() {
            self.sides[node] = Side::Outside;
            self.nearest[node] = Nearest::UNKNOWN;
            if self.nodes.is_outermost(node) && self.nodes.partner[node] == 0 {
                self.reached_from[node] = 0;
                self.sides[node] = Side::Even;
                self.nodes.vertices_of(node, &mut self.queue);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            let mut next = 0;
            while let Some(&vertex) = self.queue.get(next) {
                next += 1;
                if self.look_around(vertex) {
                    return true;
                }
            }
            self.queue.clear();
            if !self.move_labels() {
                return false;
            }
            if self.follow_nearest() {
                return true;
            }
            for blossom in self.nodes.blossoms() {
                if self.nodes.is_outermost(blossom)
                    && self.sides[blossom] == Side::Odd
                    && self.labels[blossom] == W::ZERO
                {
                    self.open_blossom(blossom);
                }
            }
        }
    }

    /// Looks at every edge of an even vertex; whether that made a pair.
    fn look_around(&mut self, vertex: usize) -> bool {
        let mut next = 1;
        while let Some(other) = self.noteworthy(vertex, next) {
            next = other + 1;
            let node = self.nodes.outermost(other);
            if self.slack(vertex, other) == W::ZERO {
                if self.follow(vertex, other) {
                    return true;
                }
            } else {
                let slack = self.slack(vertex, self.nodes.end(node, vertex));
                self.nearer(node, vertex, slack);
            }
        }
        false
    }

    /// The next vertex, from that one on, to which the edge is tight or is nearer than what its node has.
    ///
    /// No edge from a vertex into a blossom has less slack than the one that `end` names, so none that is
    /// passed over here would have made it nearer.
    fn noteworthy(&self, vertex: usize, from: usize) -> Option<usize> {
        let label = self.labels[vertex];
        let own = self.nodes.outermost(vertex);
        let costs = self.graph.row(vertex).get(from..)?;
        let labels = self.labels.get(from..)?;
        let nodes = self.nodes.all_outermost().get(from..)?;
        let mut edges = costs.iter().zip(labels).zip(nodes);
        let found = edges.position(|((&cost, &other), &node)| {
            let slack = label + other + cost;
            let node = node as usize;
            (slack < self.nearest[node].slack || slack == W::ZERO) && node != own
        })?;
        Some(from + found)
    }

    /// Follows the edges to the nearest vertices that have become tight; whether that made a pair.
    fn follow_nearest(&mut self) -> bool {
        for node in 1..=self.nodes.highest() {
            let Nearest { vertex, slack } = self.nearest[node];
            if vertex != 0
                && slack == W::ZERO
                && self.nodes.is_outermost(node)
                && self.nodes.outermost(vertex) != node
                && self.follow(vertex, self.nodes.end(node, vertex))
            {
                return true;
            }
        }
        false
    }

    /// Follows a tight edge from an even vertex; whether that made a pair.
    fn follow(&mut self, vertex: usize, other: usize) -> bool {
        let (one, two) = (self.nodes.outermost(vertex), self.nodes.outermost(other));
        match self.sides[two] {
            Side::Odd => {}
            Side::Outside => {
                self.make_odd(two, vertex);
                let next = self.nodes.outermost(self.nodes.partner[two]);
                self.nearest[next] = Nearest::UNKNOWN;
                self.sides[next] = Side::Even;
                self.nodes.vertices_of(next, &mut self.queue);
            }
            Side::Even => match self.meeting(one, two) {
                0 => {
                    self.augment(one, two);
                    self.augment(two, one);
                    return true;
                }
                stem => self.close_blossom(one, stem, two),
            },
        }
        false
    }

    /// Puts a node into a tree, reached from an even vertex.
    pub fn make_odd(&mut self, node: usize, from: usize) {
        self.reached_from[node] = from;
        self.sides[node] = Side::Odd;
        self.nearest[node] = Nearest::NEVER;
    }

    /// The even node before that one on the way to the root, 0 beyond it.
    pub fn towards_root(&self, node: usize) -> usize {
        match self.nodes.outermost(self.nodes.partner[node]) {
            0 => 0,
            odd => self.nodes.outermost(self.reached_from[odd]),
        }
    }

    /// The node where two paths to the roots meet, 0 if they never do.
    fn meeting(&mut self, mut one: usize, mut two: usize) -> usize {
        self.meeting += 1;
        while one != 0 || two != 0 {
            if one != 0 {
                if self.passed[one] == self.meeting {
                    return one;
                }
                self.passed[one] = self.meeting;
                one = self.towards_root(one);
            }
            std::mem::swap(&mut one, &mut two);
        }
        0
    }

    /// Turns the path from a node to its root, the node being paired with another.
    fn augment(&mut self, mut node: usize, mut other: usize) {
        loop {
            let odd = self.nodes.outermost(self.nodes.partner[node]);
            self.nodes.pair(node, other);
            if odd == 0 {
                return;
            }
            let next = self.nodes.outermost(self.reached_from[odd]);
            self.nodes.pair(odd, next);
            (node, other) = (next, odd);
        }
    }
}
