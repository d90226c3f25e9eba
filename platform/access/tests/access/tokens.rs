//! Tokens: who is believed, and who is not.

use ed25519_dalek::SigningKey;
use outflank_access::{
    Person, Role,
    tokens::{ACCESS_LIFETIME_MS, ServiceIdentity, Signer, TokenError, Verifier},
};

const NOW: i64 = 1_784_365_200_000;

fn person() -> Person {
    Person {
        account_id: "anna".into(),
        session_id: "s1".into(),
        light: true,
        scopes: outflank_access::Scopes::all(),
    }
}

fn verifier(people: &SigningKey, gateway: &SigningKey) -> Verifier {
    Verifier::default()
        .trust_people(&people.verifying_key())
        .unwrap()
        .trust_service(Role::Gateway, &gateway.verifying_key())
        .unwrap()
}

#[test]
fn an_access_token_names_its_person_until_it_ends() {
    let key = SigningKey::from_bytes(&[1; 32]);
    let verifier = verifier(&key, &SigningKey::from_bytes(&[2; 32]));
    let (token, expires_ms) = Signer::new(&key)
        .unwrap()
        .access_token(&person(), NOW)
        .unwrap();
    assert_eq!(expires_ms, NOW + ACCESS_LIFETIME_MS);
    assert_eq!(verifier.person(&token, NOW).unwrap(), person());
    assert_eq!(verifier.person(&token, expires_ms - 1).unwrap(), person());
    assert_eq!(
        verifier.person(&token, expires_ms),
        Err(TokenError::Expired)
    );
}

#[test]
fn a_service_token_is_reused_and_renewed() {
    let key = SigningKey::from_bytes(&[2; 32]);
    let verifier = verifier(&SigningKey::from_bytes(&[1; 32]), &key);
    let identity = ServiceIdentity::new(Role::Gateway, &key).unwrap();
    let token = identity.token(NOW).unwrap();
    assert_eq!(identity.token(NOW + 1_000).unwrap(), token);
    assert_eq!(verifier.service(&token, NOW).unwrap(), Role::Gateway);
    let later = NOW + 290_000;
    assert_ne!(identity.token(later).unwrap(), token);
    assert_eq!(
        verifier.service(&token, NOW + 300_000),
        Err(TokenError::Expired)
    );
}

#[test]
fn nobody_is_believed_for_a_token_of_another_kind_or_key() {
    let people = SigningKey::from_bytes(&[1; 32]);
    let gateway = SigningKey::from_bytes(&[2; 32]);
    let stranger = SigningKey::from_bytes(&[3; 32]);
    let verifier = verifier(&people, &gateway);
    let (access, _) = Signer::new(&people)
        .unwrap()
        .access_token(&person(), NOW)
        .unwrap();
    let (forged, _) = Signer::new(&stranger)
        .unwrap()
        .access_token(&person(), NOW)
        .unwrap();
    let (by_gateway, _) = Signer::new(&gateway)
        .unwrap()
        .access_token(&person(), NOW)
        .unwrap();
    let service = ServiceIdentity::new(Role::Gateway, &gateway)
        .unwrap()
        .token(NOW)
        .unwrap();
    // A gateway's key signs for the gateway alone, whatever role the token claims.
    let pretender = ServiceIdentity::new(Role::Play, &gateway)
        .unwrap()
        .token(NOW)
        .unwrap();
    let mut tampered = access.clone();
    tampered.replace_range(
        access.len() - 6..access.len() - 5,
        if access.as_bytes()[access.len() - 6] == b'A' {
            "B"
        } else {
            "A"
        },
    );
    for token in [&forged, &by_gateway, &service, &tampered, "", "a.b.c"] {
        assert_eq!(
            verifier.person(token, NOW),
            Err(TokenError::Foreign),
            "{token}"
        );
    }
    for token in [&access, &pretender, &forged, "", "a.b.c"] {
        assert_eq!(
            verifier.service(token, NOW),
            Err(TokenError::Foreign),
            "{token}"
        );
    }
}
