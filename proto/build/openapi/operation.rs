//! One method as an operation.

use std::collections::BTreeMap;

use super::{Contracts, answers, request};
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
        let more = (said.trim_end_matches('.') != summary).then(|| text(&*said));
        let parameters = self.parameters(method, http)?;
        let parameters = (!parameters.is_empty()).then_some(Json::List(parameters));
        let body = self.request_body(method, http)?;
        let takes = parameters.is_some() || body.is_some();
        let answers = self.answers(method, http, takes, body.is_some())?;
        Ok(object([("tags", texts([&method.tag]))])
            .with("summary", text(summary))
            .with_some("description", more)
            .with("operationId", text(id))
            .with_some("parameters", parameters)
            .with_some("requestBody", body)
            .with("responses", answers)
            .with("security", security(method))
            .with("x-need", text(snake_case(&method.need)))
            .with("x-repeat", text(snake_case(&method.repeat)))
            .with("x-refusals", texts(refusals(method))))
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

/// The codes that the method's own rule refuses with, whatever it does.
fn refusals(method: &Method) -> Vec<&'static str> {
    let mut codes = vec!["token_expired", "token_refused"];
    codes.extend(answers::refusals_of(&method.need));
    if method.need != "Anyone" {
        codes.push("unauthenticated");
    }
    if method.need != "Anyone" || method.scope.is_some() {
        codes.push("out_of_scope");
    }
    if request::is_command(method) {
        codes.push("invalid_command_id");
    }
    codes.sort_unstable();
    codes
}
