//! A program that knows nothing of the server but its OpenAPI document: it finds each operation there by its name.

use std::collections::BTreeMap;

use outflank_client::{Client, Failure};
use serde_json::{Value, json};

/// Where an operation is: its method and its path, from the version on.
type Operation = (String, String);

/// The operations of a server's document, called for one account.
#[derive(Debug)]
pub struct Contract {
    client: Client,
    operations: BTreeMap<String, Operation>,
}

impl Contract {
    /// Reads the document of the client's server.
    ///
    /// # Panics
    /// If it cannot be read.
    pub async fn read(client: Client) -> Self {
        let document: Value = client
            .get("/openapi.json")
            .await
            .expect("an OpenAPI document");
        let paths = document["paths"].as_object().expect("paths");
        let operations = paths.iter().flat_map(|(path, methods)| {
            let path = path.trim_start_matches("/api/v1").to_owned();
            let methods = methods.as_object().expect("methods").iter();
            methods.filter_map(move |(method, operation)| {
                let id = operation["operationId"].as_str()?;
                Some((id.to_owned(), (method.to_uppercase(), path.clone())))
            })
        });
        Self {
            operations: operations.collect(),
            client,
        }
    }

    /// Calls an operation: `given` fills its path, `body` is sent where it changes something.
    ///
    /// # Errors
    /// What the server answers where it refuses.
    ///
    /// # Panics
    /// If the document has no such operation, or its path wants more than is given.
    pub async fn attempt(
        &self,
        operation: &str,
        given: &[(&str, &str)],
        body: Value,
    ) -> Result<Value, Failure> {
        let (method, path) = self
            .operations
            .get(operation)
            .unwrap_or_else(|| panic!("the document has no {operation}"));
        let path = given.iter().fold(path.clone(), |path, (name, value)| {
            path.replace(&format!("{{{name}}}"), value)
        });
        assert!(
            !path.contains('{'),
            "{operation} wants more than {given:?}: {path}"
        );
        if method == "GET" {
            return self.client.get(&path).await;
        }
        let method = method.parse().expect("a method");
        self.client.send(method, &path, &body, None).await
    }

    /// Calls an operation that must be taken.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn call(&self, operation: &str, given: &[(&str, &str)], body: Value) -> Value {
        let done = self.attempt(operation, given, body).await;
        done.unwrap_or_else(|failure| panic!("{operation} {given:?}: {failure}"))
    }

    /// Calls an operation that only reads.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn ask(&self, operation: &str, given: &[(&str, &str)]) -> Value {
        self.call(operation, given, json!(null)).await
    }

    /// The text that an operation answers.
    ///
    /// # Panics
    /// If it is refused.
    pub async fn text(&self, operation: &str, given: &[(&str, &str)]) -> String {
        let (_, path) = &self.operations[operation];
        let path = given.iter().fold(path.clone(), |path, (name, value)| {
            path.replace(&format!("{{{name}}}"), value)
        });
        self.client
            .get_text(&path)
            .await
            .unwrap_or_else(|failure| panic!("{path}: {failure}"))
    }
}
