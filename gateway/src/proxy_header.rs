//! The header of the PROXY protocol, versions 1 and 2, with which a proxy says for whom a connection comes.

use std::{io, net::SocketAddr, time::Duration};

use ppp::{HeaderResult, v1, v2};
use tokio::{io::AsyncReadExt as _, net::TcpStream};

/// A header has come to its end by then.
const WITHIN: Duration = Duration::from_secs(5);
/// Longest header, in bytes: addresses, and what a proxy says of a client's certificate.
const LONGEST: usize = 2 * 1024;
/// How soon it is looked again when its end has not come.
const LOOK_AGAIN: Duration = Duration::from_millis(5);
/// Version 1 is one line.
const LINE: &[u8] = b"PROXY ";
/// Version 2 says its length behind its signature.
const SIGNATURE: &[u8; 12] = b"\r\n\r\n\0\r\nQUIT\n";
const LENGTH_AT: std::ops::Range<usize> = 14..16;

/// Reads the header that a connection begins with, and no byte more. Answers where the client is: at `peer` itself where the
/// proxy speaks for itself or does not say.
///
/// # Errors
/// When there is no header, or it is too long or too slow.
pub async fn read(stream: &mut TcpStream, peer: SocketAddr) -> io::Result<SocketAddr> {
    tokio::time::timeout(WITHIN, async {
        let mut buffer = vec![0; LONGEST];
        let length = loop {
            let count = stream.peek(&mut buffer).await?;
            let so_far = buffer.get(..count).unwrap_or_default();
            match length(so_far) {
                Length::Known(length) if length <= count => break length,
                Length::Known(length) if length > LONGEST => return Err(no_header()),
                Length::None => return Err(no_header()),
                _ if count == 0 || count == LONGEST => return Err(no_header()),
                _ => tokio::time::sleep(LOOK_AGAIN).await,
            }
        };
        buffer.truncate(length);
        stream.read_exact(&mut buffer).await?;
        source(&buffer, peer).ok_or_else(no_header)
    })
    .await?
}

fn no_header() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a trusted proxy's connection does not begin with a PROXY header",
    )
}

enum Length {
    Known(usize),
    NotYet,
    None,
}

/// How long a header is, from what has come of it.
fn length(so_far: &[u8]) -> Length {
    let begins = |with: &[u8]| with.iter().zip(so_far).all(|(one, other)| one == other);
    if begins(SIGNATURE) {
        let length = so_far.get(LENGTH_AT).and_then(|two| two.try_into().ok());
        return length.map_or(Length::NotYet, |length| {
            Length::Known(LENGTH_AT.end + usize::from(u16::from_be_bytes(length)))
        });
    }
    if begins(LINE) {
        let end = so_far.windows(2).position(|two| two == b"\r\n");
        return end.map_or(Length::NotYet, |end| Length::Known(end + 2));
    }
    Length::None
}

fn source(header: &[u8], peer: SocketAddr) -> Option<SocketAddr> {
    Some(match HeaderResult::parse(header) {
        HeaderResult::V1(header) => match header.ok()?.addresses {
            v1::Addresses::Tcp4(of) => (of.source_address, of.source_port).into(),
            v1::Addresses::Tcp6(of) => (of.source_address, of.source_port).into(),
            v1::Addresses::Unknown => peer,
        },
        HeaderResult::V2(header) => {
            let header = header.ok()?;
            match header.addresses {
                _ if header.command == v2::Command::Local => peer,
                v2::Addresses::IPv4(of) => (of.source_address, of.source_port).into(),
                v2::Addresses::IPv6(of) => (of.source_address, of.source_port).into(),
                v2::Addresses::Unix(_) | v2::Addresses::Unspecified => peer,
            }
        }
    })
}
