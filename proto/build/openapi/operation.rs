//! One method as an operation.

use std::collections::BTreeMap;

use super::Contracts;
use crate::{
    comments::first_sentence,
    json::{Json, object, text, texts},
    methods::{Http, Method},
    options::snake_case,
};

/// The name of each method, by its path; with its service where two share it.
pub fn ids(methods: &[Method]) -> BTreeMap<String, String> {
    let shared = |name: &str| methods.iter().filter(|of| of.name == name).count() > 1;
    let id = |method: &Method| {
        let name = snake_case(&method.name);
        let service = method.package.split('.').nth(1).unwrap_or_default();
        if shared(&method.name) {
            format!("{service}_{name}")
        } else {
            name
        }
    };
    methods
        .iter()
        .map(|method| (method.path.clone(), id(method)))
        .collect()
}

impl Contracts<'_> {
    pub fn operation(&mut self, method: &Method, http: &Http, id: &str) -> Result<Json, String> {
        let described = self.described.get(&method.path);
        let said = described.and_then(|of| self.comments.method(of));
        let said = said.ok_or("nothing is said of it")?;
        let summary = first_sentence(&said);
        let names: Vec<String> = method
            .refusals
            .iter()
            .map(|code| format!("`{code}`"))
            .collect();
        let more = text(format!("{said}\n\nRefused with {}.", names.join(", ")));
        let parameters = self.parameters(method, http)?;
        let parameters = (!parameters.is_empty()).then_some(Json::List(parameters));
        let body = self.request_body(method, http)?;
        let takes = parameters.is_some() || body.is_some();
        let answers = self.answers(method, http, takes, body.is_some())?;
        Ok(object([("tags", texts([&method.tag]))])
            .with("summary", text(summary))
            .with("description", more)
            .with("operationId", text(id))
            .with_some("parameters", parameters)
            .with_some("requestBody", body)
            .with("responses", answers)
            .with("security", security(method))
            .with("x-need", text(snake_case(&method.need)))
            .with("x-repeat", text(snake_case(&method.repeat)))
            .with("x-refusals", texts(&method.refusals))
            .with_some("x-paragraph", method.paragraph.as_ref().map(text)))
    }
}

/// Nobody has to be signed in for what anyone may do; whoever is, is answered as what they are.
fn security(method: &Method) -> Json {
    let bearer = object([("bearer", Json::List(Vec::new()))]);
    if method.need == "Anyone" {
        Json::List(vec![object([]), bearer])
    } else {
        Json::List(vec![bearer])
    }
}
