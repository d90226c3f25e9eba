//! Wall clocks of processes that are wrong, and are set wrong while they run.

use std::{
    fs,
    os::unix::fs::FileExt as _,
    path::{Path, PathBuf},
    process::Command,
};

/// What makes a process's wall clock wrong.
const SOURCE: &str = include_str!("wall_clock.c");

/// Wall clocks of a deployment's processes, one file each.
#[derive(Debug)]
pub struct WallClocks {
    library: PathBuf,
    folder: PathBuf,
}

impl WallClocks {
    /// Compiles what is loaded into the processes; `None`, with a line that says so, where there is no compiler.
    #[must_use]
    pub fn prepare(folder: &Path) -> Option<Self> {
        let (source, library) = (folder.join("wall_clock.c"), folder.join("wall_clock.so"));
        fs::write(&source, SOURCE).expect("a file in the logs folder");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .output();
        match compiled {
            Ok(done) if done.status.success() => Some(Self {
                library,
                folder: folder.to_owned(),
            }),
            Ok(done) => {
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                eprintln!("no wrong wall clocks here: cc says {said}");
                None
            }
            Err(error) => {
                eprintln!("no wrong wall clocks here: cc does not run: {error}");
                None
            }
        }
    }

    /// The variables under which a process's wall clock can be set, right to begin with.
    #[must_use]
    pub fn environment(&self, process: usize) -> Vec<(String, String)> {
        let path = self.file(process);
        fs::write(&path, 0_i64.to_ne_bytes()).expect("a file in the logs folder");
        vec![
            ("LD_PRELOAD".to_owned(), self.library.display().to_string()),
            ("CHAOS_WALL_CLOCK".to_owned(), path.display().to_string()),
        ]
    }

    /// Sets the wall clock of a process, in ms from the right time.
    pub fn set(&self, process: usize, offset_ms: i64) {
        let file = fs::File::options().write(true).open(self.file(process));
        let file = file.expect("its environment was made");
        file.write_all_at(&offset_ms.to_ne_bytes(), 0)
            .expect("eight bytes");
    }

    fn file(&self, process: usize) -> PathBuf {
        self.folder.join(format!("wall-clock-{process}"))
    }
}
