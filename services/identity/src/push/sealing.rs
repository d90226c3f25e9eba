//! Messages that only the device can read, whichever push service carries them (RFC 8291 over RFC 8188).

use ring::{aead, agreement, error::Unspecified, hkdf, rand::SystemRandom};

/// Bytes of a device's public key: an uncompressed point of P-256.
pub const PUBLIC_KEY_BYTES: usize = 65;
/// Bytes of a device's secret.
pub const SECRET_BYTES: usize = 16;
/// Most bytes that are sealed: push services take a body of 4,096.
pub const LONGEST: usize = RECORD_SIZE as usize - HEADER_BYTES - TAG_BYTES - 1;

const RECORD_SIZE: u32 = 4_096;
const SALT_BYTES: usize = 16;
/// Salt, size of a record, and this end's public key behind its length.
const HEADER_BYTES: usize = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
const TAG_BYTES: usize = 16;
/// Ends the last record.
const LAST: u8 = 2;

/// What a device is reached by, as its browser tells it.
#[derive(Debug, Clone, Copy)]
pub struct Device<'a> {
    /// Its public key.
    pub public_key: &'a [u8],
    /// Its secret.
    pub secret: &'a [u8],
}

/// What both ends know of one message.
#[derive(Debug, Clone, Copy)]
pub struct Agreed<'a> {
    /// What both keys make.
    pub shared: &'a [u8],
    /// This end's public key.
    pub own_public_key: &'a [u8],
    /// Of this message alone.
    pub salt: [u8; SALT_BYTES],
}

/// Seals a message of at most [`LONGEST`] bytes: the body for the push service.
///
/// # Errors
/// Where the device's key is no point of the curve, the message is too long, or there is no randomness.
pub fn seal(
    device: Device<'_>,
    message: &[u8],
    salt: [u8; SALT_BYTES],
) -> Result<Vec<u8>, Unspecified> {
    let own =
        agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new())?;
    let own_public_key = own.compute_public_key()?;
    let theirs = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, device.public_key);
    agreement::agree_ephemeral(own, &theirs, |shared| {
        let agreed = Agreed {
            shared,
            own_public_key: own_public_key.as_ref(),
            salt,
        };
        seal_agreed(device, agreed, message)
    })?
}

/// The same where the keys have met.
///
/// # Errors
/// Where the message is too long.
pub fn seal_agreed(
    device: Device<'_>,
    agreed: Agreed<'_>,
    message: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    if message.len() > LONGEST {
        return Err(Unspecified);
    }
    let both = [b"WebPush: info\0", device.public_key, agreed.own_public_key];
    let secret = hkdf::Salt::new(hkdf::HKDF_SHA256, device.secret).extract(agreed.shared);
    let secret: [u8; 32] = expanded(&secret, &both)?;
    let of_message = hkdf::Salt::new(hkdf::HKDF_SHA256, &agreed.salt).extract(&secret);
    let key: [u8; 16] = expanded(&of_message, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; aead::NONCE_LEN] = expanded(&of_message, &[b"Content-Encoding: nonce\0"])?;

    let key = aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &key)?);
    let mut sealed = [message, &[LAST]].concat();
    let nonce = aead::Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, aead::Aad::empty(), &mut sealed)?;

    let length = u8::try_from(agreed.own_public_key.len()).map_err(|_| Unspecified)?;
    let mut body = Vec::with_capacity(HEADER_BYTES + sealed.len());
    body.extend_from_slice(&agreed.salt);
    body.extend_from_slice(&RECORD_SIZE.to_be_bytes());
    body.push(length);
    body.extend_from_slice(agreed.own_public_key);
    body.append(&mut sealed);
    Ok(body)
}

/// So many bytes of HKDF's.
struct Bytes<const N: usize>;

impl<const N: usize> hkdf::KeyType for Bytes<N> {
    fn len(&self) -> usize {
        N
    }
}

fn expanded<const N: usize>(prk: &hkdf::Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut bytes = [0; N];
    prk.expand(info, Bytes::<N>)?.fill(&mut bytes)?;
    Ok(bytes)
}
