//! Nodes: the vertices, and the blossoms that they are gathered in.

use std::ops::RangeInclusive;

/// Who is paired with whom and which node lies in which.
///
/// Nodes are numbered: vertices from 1, blossoms above them; 0 is nobody. A blossom takes the lowest number
/// that is free.
pub struct Blossoms {
    vertices: usize,
    /// The highest number ever given.
    highest: usize,
    /// A node's partner: the vertex outside it with which one of its own is paired; 0 if there is none.
    pub partner: Vec<usize>,
    /// The outermost node around each node, itself if nothing is around it; 0 for a number that is free.
    outermost: Vec<u32>,
    /// The blossom that a node is a member of, 0 if it is outermost.
    around: Vec<usize>,
    /// A blossom's members along its cycle, from the one that holds its base.
    cycles: Vec<Vec<usize>>,
    /// A row a blossom: the vertex in it from which the cheapest edge leads to each node.
    ends: Vec<u32>,
}

impl Blossoms {
    pub fn new(vertices: usize) -> Self {
        // A blossom makes one node of three or more: there are never more than half as many as vertices.
        let numbers = 1 + vertices + vertices / 2;
        let own = |node: usize| if node <= vertices { short(node) } else { 0 };
        Self {
            vertices,
            highest: vertices,
            partner: vec![0; numbers],
            outermost: (0..numbers).map(own).collect(),
            around: vec![0; numbers],
            cycles: vec![Vec::new(); numbers - vertices],
            ends: vec![0; (vertices / 2) * numbers],
        }
    }

    /// One more than the highest number that a node can have.
    pub fn numbers(&self) -> usize {
        self.partner.len()
    }

    /// The highest number that a node ever had.
    pub fn highest(&self) -> usize {
        self.highest
    }

    /// Every number that a blossom ever had.
    pub fn blossoms(&self) -> RangeInclusive<usize> {
        self.vertices + 1..=self.highest
    }

    pub fn outermost(&self, node: usize) -> usize {
        self.outermost[node] as usize
    }

    /// The outermost node around each node.
    pub fn all_outermost(&self) -> &[u32] {
        &self.outermost
    }

    pub fn is_outermost(&self, node: usize) -> bool {
        self.outermost(node) == node
    }

    pub fn members(&self, blossom: usize) -> &[usize] {
        &self.cycles[blossom - self.vertices]
    }

    /// The vertex in a node from which its cheapest edge leads to another node.
    pub fn end(&self, node: usize, to: usize) -> usize {
        if node <= self.vertices {
            node
        } else {
            self.ends[self.place(node, to)] as usize
        }
    }

    fn place(&self, blossom: usize, to: usize) -> usize {
        (blossom - self.vertices - 1) * self.numbers() + to
    }

    /// Between a blossom and a node outside it, the cheapest edge has these ends.
    pub fn set_ends(&mut self, blossom: usize, node: usize, inside: usize, outside: usize) {
        let place = self.place(blossom, node);
        self.ends[place] = short(inside);
        if node > self.vertices {
            let place = self.place(node, blossom);
            self.ends[place] = short(outside);
        }
    }

    /// The vertices in a node, in the order of the cycles.
    pub fn vertices_of(&self, node: usize, into: &mut Vec<usize>) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if node <= self.vertices {
                into.push(node);
            } else {
                open.extend(self.members(node).iter().rev());
            }
        }
    }

    fn put_inside(&mut self, node: usize, outermost: usize) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            self.outermost[node] = short(outermost);
            if node > self.vertices {
                open.extend(self.members(node));
            }
        }
    }

    /// Makes a blossom of a cycle, with the partner of its first node.
    pub fn close(&mut self, cycle: Vec<usize>) -> usize {
        let free = self.blossoms().find(|&node| self.outermost[node] == 0);
        let blossom = free.unwrap_or(self.highest + 1);
        self.highest = self.highest.max(blossom);
        self.partner[blossom] = cycle.first().map_or(0, |&base| self.partner[base]);
        for &member in &cycle {
            self.around[member] = blossom;
        }
        self.cycles[blossom - self.vertices] = cycle;
        self.around[blossom] = 0;
        self.put_inside(blossom, blossom);
        blossom
    }

    /// Takes a blossom away: its members are outermost again. They are returned from the base on so that
    /// the way to the one with that vertex is even, with that way's length.
    pub fn open(&mut self, blossom: usize, vertex: usize) -> (Vec<usize>, usize) {
        let entered = self.member_with(blossom, vertex);
        let way = self.turn_towards(blossom, entered);
        let cycle = std::mem::take(&mut self.cycles[blossom - self.vertices]);
        for &member in &cycle {
            self.around[member] = 0;
            self.put_inside(member, member);
        }
        self.outermost[blossom] = 0;
        (cycle, way)
    }

    fn member_with(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while self.around[node] != blossom && self.around[node] != 0 {
            node = self.around[node];
        }
        node
    }

    /// Turns a cycle round if the way from its base to that member is odd; the way's length.
    fn turn_towards(&mut self, blossom: usize, member: usize) -> usize {
        let cycle = &mut self.cycles[blossom - self.vertices];
        let way = cycle.iter().position(|&other| other == member).unwrap_or(0);
        if way % 2 == 0 {
            return way;
        }
        if let Some((_, rest)) = cycle.split_first_mut() {
            rest.reverse();
        }
        cycle.len() - way
    }

    /// Pairs a node with another along their cheapest edge, and everything in it accordingly.
    pub fn pair(&mut self, node: usize, other: usize) {
        let mut open = vec![(node, other)];
        while let Some((node, other)) = open.pop() {
            self.partner[node] = self.end(other, node);
            if node <= self.vertices {
                continue;
            }
            let base = self.member_with(node, self.end(node, other));
            let way = self.turn_towards(node, base);
            let cycle = &mut self.cycles[node - self.vertices];
            for pair in cycle[..way].chunks_exact(2) {
                open.push((pair[0], pair[1]));
                open.push((pair[1], pair[0]));
            }
            open.push((base, other));
            cycle.rotate_left(way);
        }
    }
}

/// A node's number in four bytes: a graph with more nodes than that is not taken.
fn short(node: usize) -> u32 {
    u32::try_from(node).unwrap_or(0)
}
