//! The folder with the keys of a deployment: the same for all of its processes, copied or mounted.
//!
//! `NAME.pem` is a private key, `NAME.pub.pem` what others need of it. A process needs every public key and the private
//! ones of its own roles only. What signed rating files or results before stays under another name,
//! `NAME.ANYTHING.pub.pem`, and is published for whoever checks what it signed.

use std::{
    collections::BTreeSet,
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

use ed25519_dalek::{
    SigningKey, VerifyingKey,
    pkcs8::{DecodePublicKey as _, EncodePublicKey as _, spki::der::pem::LineEnding},
};
use outflank_access::{
    Role,
    keys::{self, KeyError, PublishedKey, Signs},
    tokens::{ServiceIdentity, TokenError, Verifier},
};
use outflank_transport::{DEPLOYMENT_NAME, PeerTls};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use tokio_rustls::rustls;
use tonic::transport::Identity;

use crate::{
    configuration::{Deployment, Tls},
    roles,
};

/// Signs people's access tokens.
pub const PEOPLE: &str = "people";
/// Signs confirmed results.
pub const RESULTS: &str = "results";
/// Signs exports.
pub const EXPORTS: &str = "exports";

const AUTHORITY: &str = "authority.pem";
const AUTHORITY_KEY: &str = "authority-key.pem";
const CERTIFICATE: &str = "tls.pem";
const CERTIFICATE_KEY: &str = "tls-key.pem";

/// The keys are not what this process needs.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// A file is not there.
    #[error(
        "the keys folder lacks {0}: make one folder with `outflank keys create DIR`, copy it to every machine, and \
         name it with --keys DIR"
    )]
    Missing(String),
    /// A file is not what its name says.
    #[error("{path} is not what it should be: {cause}")]
    Form {
        /// Which file.
        path: String,
        /// What is wrong.
        cause: String,
    },
    /// A public key is not that of the private key beside it.
    #[error(
        "{0} is not the public key of the private key beside it: copy both from one folder made with `outflank keys \
         create DIR`"
    )]
    Mismatch(String),
    /// The file system refused.
    #[error("{path} cannot be used: {cause}")]
    File {
        /// Which file.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// A key could not be read or made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A key cannot sign.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// A certificate could not be made.
    #[error("no certificate can be made: {0}")]
    Certificate(#[from] rcgen::Error),
    /// A certificate cannot be used.
    #[error("the certificate cannot be used: {0}")]
    Tls(#[from] rustls::Error),
}

/// The keys of a deployment.
#[derive(Debug, Clone)]
pub struct KeysFolder {
    path: PathBuf,
    /// Whether what is missing is made here.
    fills: bool,
}

/// The name of a role's service key.
pub fn service(role: Role) -> String {
    format!("service-{}", role.name())
}

impl KeysFolder {
    /// The keys of this deployment. Where the folder is this process's own, what is missing is made.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn of(deployment: &Deployment) -> Result<Self, KeysError> {
        let folder = Self {
            path: deployment.keys.clone(),
            fills: deployment.owns_keys,
        };
        if folder.fills {
            folder.make()?;
        }
        Ok(folder)
    }

    /// The same for whoever only looks: nothing is made. `None` where the folder is the process's own and its first
    /// start will make it.
    #[must_use]
    pub fn looked_at(deployment: &Deployment) -> Option<Self> {
        let path = deployment.keys.clone();
        (!deployment.owns_keys || path.exists()).then_some(Self { path, fills: false })
    }

    /// Makes every key that a deployment needs and that is not there yet; `names` are what browsers call its
    /// gateways, for certificates of its own authority.
    ///
    /// # Errors
    /// When a file cannot be written, or what is there is no key.
    pub fn create(path: &Path, names: &[String]) -> Result<Self, KeysError> {
        let folder = Self {
            path: path.to_owned(),
            fills: true,
        };
        folder.make()?;
        let of_services = Role::ALL.map(service);
        let of_roles = roles::keys().map(|(_, name)| name.to_owned());
        for name in of_roles.chain(of_services) {
            let name = &name;
            let key = folder.private(name)?;
            let public = key.verifying_key().to_public_key_pem(LineEnding::LF);
            let public = public.map_err(|error| folder.form(name, &error))?;
            folder.write(&format!("{name}.pub.pem"), &public)?;
        }
        folder.certificate(names)?;
        Ok(folder)
    }

    /// A private key.
    ///
    /// # Errors
    /// When it is not there, or no Ed25519 key.
    pub fn private(&self, name: &str) -> Result<SigningKey, KeysError> {
        let path = self.path.join(format!("{name}.pem"));
        if !self.fills && !path.exists() {
            return Err(KeysError::Missing(path.display().to_string()));
        }
        Ok(keys::load_or_create(&path)?)
    }

    /// What signs for a role.
    ///
    /// # Errors
    /// When its key is not there.
    pub fn identity(&self, role: Role) -> Result<Arc<ServiceIdentity>, KeysError> {
        let key = self.private(&service(role))?;
        Ok(Arc::new(ServiceIdentity::new(role, &key)?))
    }

    /// Believes everybody whose public key is here.
    ///
    /// # Errors
    /// When one is missing.
    pub fn verifier(&self) -> Result<Verifier, KeysError> {
        let mut verifier = Verifier::default().trust_people(&self.public(PEOPLE)?)?;
        for role in Role::ALL {
            verifier = verifier.trust_service(role, &self.public(&service(role))?)?;
        }
        Ok(verifier)
    }

    /// A public key.
    ///
    /// # Errors
    /// When it is not there, or not that of the private key beside it.
    pub fn public(&self, name: &str) -> Result<VerifyingKey, KeysError> {
        let path = self.path.join(format!("{name}.pub.pem"));
        match fs::read_to_string(&path) {
            Ok(pem) => {
                let public = VerifyingKey::from_public_key_pem(&pem)
                    .map_err(|error| self.form(&format!("{name}.pub.pem"), &error))?;
                let private = self.path.join(format!("{name}.pem"));
                let ours = private.exists().then(|| self.private(name));
                // One that this process may not read is not its own either.
                if let Some(Ok(key)) = ours
                    && key.verifying_key() != public
                {
                    return Err(KeysError::Mismatch(path.display().to_string()));
                }
                Ok(public)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => self
                .private(name)
                .map(|key| key.verifying_key())
                .map_err(|error| match error {
                    KeysError::Missing(_) => KeysError::Missing(path.display().to_string()),
                    other => other,
                }),
            Err(cause) => Err(KeysError::File {
                path: path.display().to_string(),
                cause,
            }),
        }
    }

    /// The keys that the world checks rating files and results with: those that sign now, and those that did, which
    /// stand beside them as `NAME.ANYTHING.pub.pem` or `NAME.ANYTHING.pem`. One that is not here is not published.
    ///
    /// # Errors
    /// When a file is no key, or the folder cannot be read.
    pub fn published(&self) -> Result<Vec<PublishedKey>, KeysError> {
        let mut published = Vec::new();
        for (name, signs) in [(EXPORTS, Signs::RatingFiles), (RESULTS, Signs::Results)] {
            let mut all: Vec<PublishedKey> = Vec::new();
            let mut add = |key, retired| {
                if all.iter().all(|known| known.key != key) {
                    all.push(PublishedKey {
                        key,
                        signs,
                        retired,
                    });
                }
            };
            match self.public(name) {
                Ok(key) => add(key, false),
                Err(KeysError::Missing(path)) => {
                    tracing::warn!(%path, "the key set lacks a key that others check signatures with");
                }
                Err(error) => return Err(error),
            }
            for earlier in self.earlier(name)? {
                add(self.public(&earlier)?, true);
            }
            published.append(&mut all);
        }
        Ok(published)
    }

    /// The names of the keys that signed before the one of this name, in order.
    fn earlier(&self, name: &str) -> Result<BTreeSet<String>, KeysError> {
        let unreadable = |cause| KeysError::File {
            path: self.path.display().to_string(),
            cause,
        };
        let mut names = BTreeSet::new();
        for file in fs::read_dir(&self.path).map_err(unreadable)? {
            let file = file.map_err(unreadable)?.file_name();
            let stem = file.to_str().and_then(|file| file.strip_suffix(".pem"));
            let stem = stem.map(|stem| stem.strip_suffix(".pub").unwrap_or(stem));
            let which = stem.and_then(|stem| stem.strip_prefix(name)?.strip_prefix('.'));
            if which.is_some_and(|which| !which.is_empty()) {
                names.extend(stem.map(str::to_owned));
            }
        }
        Ok(names)
    }

    /// Where the certificate and the key are that the outside is shown; `None` without TLS.
    ///
    /// # Errors
    /// When they cannot be made.
    pub fn public_tls(
        &self,
        deployment: &Deployment,
    ) -> Result<Option<(PathBuf, PathBuf)>, KeysError> {
        self.paths(&deployment.tls, deployment.listen)
    }

    /// How this process proves itself to other roles; `None` without TLS.
    ///
    /// # Errors
    /// When its files cannot be used.
    pub fn internal_tls(&self, deployment: &Deployment) -> Result<Option<Identity>, KeysError> {
        let address = deployment.internal_listen.unwrap_or(deployment.listen);
        let files = self.files(&deployment.internal_tls, address)?;
        Ok(files.map(|files| Identity::from_pem(files.certificate, files.key)))
    }

    /// What this process trusts other roles by; `None` without TLS.
    ///
    /// # Errors
    /// When its files cannot be used.
    pub fn peer_tls(&self, deployment: &Deployment) -> Result<Option<PeerTls>, KeysError> {
        Ok(match &deployment.internal_tls {
            Tls::Off => None,
            Tls::Auto => {
                self.files(&Tls::Auto, deployment.listen)?;
                Some(PeerTls::Deployment(read(&self.path.join(AUTHORITY))?))
            }
            Tls::Files { certificate, .. } => Some(PeerTls::Public(read(certificate)?)),
        })
    }

    /// Where that is which a listener at this address proves itself with.
    fn paths(
        &self,
        tls: &Tls,
        address: SocketAddr,
    ) -> Result<Option<(PathBuf, PathBuf)>, KeysError> {
        Ok(Some(match tls {
            Tls::Off => return Ok(None),
            Tls::Auto => {
                if self.fills {
                    self.certificate(&[address.ip().to_string()])?;
                }
                (self.path.join(CERTIFICATE), self.path.join(CERTIFICATE_KEY))
            }
            Tls::Files { certificate, key } => (certificate.clone(), key.clone()),
        }))
    }

    /// What a listener at this address proves itself with.
    fn files(&self, tls: &Tls, address: SocketAddr) -> Result<Option<PemFiles>, KeysError> {
        let Some((certificate, key)) = self.paths(tls, address)? else {
            return Ok(None);
        };
        Ok(Some(PemFiles {
            certificate: read(&certificate)?,
            key: read(&key)?,
        }))
    }

    /// Makes the authority and the certificate that it signs, where they are not there yet.
    fn certificate(&self, names: &[String]) -> Result<(), KeysError> {
        if self.path.join(CERTIFICATE).exists() {
            return Ok(());
        }
        let mut authority = CertificateParams::new(Vec::<String>::new())?;
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        authority
            .distinguished_name
            .push(DnType::CommonName, "Outflank deployment authority");
        let authority_key = KeyPair::generate()?;
        let authority_pem = authority.self_signed(&authority_key)?.pem();
        let issuer = Issuer::from_params(&authority, &authority_key);

        let own = [DEPLOYMENT_NAME, "localhost", "127.0.0.1", "::1"];
        let mut all: Vec<String> = own.map(str::to_owned).to_vec();
        all.extend(names.iter().cloned());
        all.sort();
        all.dedup();
        let mut leaf = CertificateParams::new(all)?;
        leaf.distinguished_name
            .push(DnType::CommonName, DEPLOYMENT_NAME);
        leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        leaf.use_authority_key_identifier_extension = true;
        let leaf_key = KeyPair::generate()?;
        let leaf_pem = leaf.signed_by(&leaf_key, &issuer)?.pem();

        self.write(AUTHORITY, &authority_pem)?;
        self.write(AUTHORITY_KEY, &authority_key.serialize_pem())?;
        self.write(CERTIFICATE_KEY, &leaf_key.serialize_pem())?;
        self.write(CERTIFICATE, &format!("{leaf_pem}{authority_pem}"))
    }

    fn make(&self) -> Result<(), KeysError> {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.path).map_err(|cause| KeysError::File {
            path: self.path.display().to_string(),
            cause,
        })
    }

    fn write(&self, name: &str, content: &str) -> Result<(), KeysError> {
        let path = self.path.join(name);
        keys::write_private(&path, content.as_bytes()).map_err(|cause| KeysError::File {
            path: path.display().to_string(),
            cause,
        })
    }

    fn form(&self, name: &str, cause: &dyn std::fmt::Display) -> KeysError {
        KeysError::Form {
            path: self.path.join(name).display().to_string(),
            cause: cause.to_string(),
        }
    }
}

/// A certificate with what it was signed with, and its private key, as they stand in their files.
struct PemFiles {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// What stands in a file of keys.
///
/// # Errors
/// When it is not there or cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>, KeysError> {
    fs::read(path).map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => KeysError::Missing(path.display().to_string()),
        _ => KeysError::File {
            path: path.display().to_string(),
            cause,
        },
    })
}

#[cfg(test)]
mod tests;
