//! Sealing, by the example of RFC 8291, appendix A.

use outflank_identity::sealing::{Agreed, Device, LONGEST, seal, seal_agreed};

use super::device::{decoded, encoded};

const THEIR_KEY: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const OWN_KEY: &str =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const SHARED: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

#[test]
fn the_example_of_the_standard_comes_out() {
    let (public_key, secret) = (decoded(THEIR_KEY), decoded(SECRET));
    let device = Device {
        public_key: &public_key,
        secret: &secret,
    };
    let (shared, own_public_key) = (decoded(SHARED), decoded(OWN_KEY));
    let agreed = Agreed {
        shared: &shared,
        own_public_key: &own_public_key,
        salt: decoded(SALT).try_into().unwrap(),
    };
    let message = b"When I grow up, I want to be a watermelon";
    let body = seal_agreed(device, agreed, message).unwrap();
    assert_eq!(encoded(&body), BODY);
}

#[test]
fn what_no_push_service_takes_is_not_sealed() {
    let (public_key, secret) = (decoded(THEIR_KEY), decoded(SECRET));
    let device = Device {
        public_key: &public_key,
        secret: &secret,
    };
    let sealed = seal(device, &vec![b'a'; LONGEST], [0; 16]).unwrap();
    assert_eq!(sealed.len(), 4_096);
    assert!(seal(device, &vec![b'a'; LONGEST + 1], [0; 16]).is_err());
    let nowhere = Device {
        public_key: &[4; 65],
        secret: &secret,
    };
    assert!(
        seal(nowhere, b"", [0; 16]).is_err(),
        "no point of the curve"
    );
}
