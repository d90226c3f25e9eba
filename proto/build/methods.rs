//! What the contracts say of a method beside its types, and what is wrong with it.

use std::collections::BTreeMap;

use prost_reflect::{DescriptorPool, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor};

use crate::{messages, options::Options};

const RULE: &str = "outflank.contract.v1.rule";
const REFUSALS: &str = "outflank.contract.v1.refusals";
const HTTP: &str = "google.api.http";
const VERBS: [&str; 5] = ["get", "put", "post", "delete", "patch"];

/// Where a method is found over HTTP.
#[derive(Debug)]
pub struct Http {
    pub verb: String,
    pub path: String,
    pub body: Option<String>,
    pub response_body: Option<String>,
}

/// A method and its rule.
#[derive(Debug)]
pub struct Method {
    pub path: String,
    pub name: String,
    pub package: String,
    pub need: String,
    pub roles: Vec<String>,
    pub repeat: String,
    pub scope: Option<String>,
    pub http: Option<Http>,
    pub status: u32,
    pub tag: String,
    pub etag: Option<String>,
    pub wakes: Option<String>,
    pub by_hand: bool,
    pub secret: bool,
    pub takes: Option<String>,
    pub gives: Vec<String>,
    pub input: String,
    pub output: String,
    pub request: String,
    pub response: String,
    /// Every code that it can be refused with, but for those that any method can have.
    pub refusals: Vec<String>,
    pub paragraph: Option<String>,
}

/// Every method of every contract, by path.
///
/// # Errors
/// When one of them lacks its rule, or its rule contradicts itself or the messages.
pub fn of(pool: &DescriptorPool) -> Result<Vec<Method>, String> {
    let services: Vec<_> = pool.services().collect();
    let mut methods = Vec::new();
    for method in services.iter().flat_map(|service| service.methods()) {
        let name = method.full_name();
        methods.push(read(pool, &method).map_err(|wrong| format!("{name}: {wrong}"))?);
    }
    methods.sort_by(|one, other| one.path.cmp(&other.path));
    let mut addresses = BTreeMap::new();
    for method in &methods {
        if let Some(http) = &method.http
            && let Some(other) = addresses.insert((&http.verb, nameless(&http.path)), &method.path)
        {
            return Err(format!("{}: {other} has the same address", method.path));
        }
    }
    Ok(methods)
}

fn read(pool: &DescriptorPool, method: &MethodDescriptor) -> Result<Method, String> {
    let options = method.options();
    let rule = Options::of(pool, &options, RULE).ok_or("it has no rule")?;
    let one = |name: &str| rule.variants(name).into_iter().next();
    let (input, output) = (method.input(), method.output());
    let message = |name: &str, own: &MessageDescriptor| match rule.text(name) {
        Some(named) => pool
            .get_message_by_name(&named)
            .ok_or_else(|| format!("its {name} is no message: {named}")),
        None => Ok(own.clone()),
    };
    let (request, response) = (message("request", &input)?, message("response", &output)?);
    let http = Options::of(pool, &options, HTTP);
    let mut known = Method {
        path: format!("/{}/{}", method.parent_service().full_name(), method.name()),
        name: method.name().to_owned(),
        package: method.parent_file().package_name().to_owned(),
        need: one("need").ok_or("its need is not said")?,
        roles: rule.variants("roles"),
        repeat: one("repeat").ok_or("its repeat is not said")?,
        scope: one("scope"),
        http: http.as_ref().map(address).transpose()?,
        status: Some(rule.number("status"))
            .filter(|status| *status > 0)
            .unwrap_or(200),
        tag: rule.text("tag").unwrap_or_default(),
        etag: rule.text("etag"),
        wakes: rule.text("wakes"),
        by_hand: rule.is("by_hand"),
        secret: rule.is("secret"),
        takes: rule.text("takes"),
        gives: rule.texts("gives"),
        input: input.full_name().to_owned(),
        output: output.full_name().to_owned(),
        request: request.full_name().to_owned(),
        response: response.full_name().to_owned(),
        refusals: Vec::new(),
        paragraph: rule.text("paragraph"),
    };
    let service = method.parent_service().options();
    let service = Options::of(pool, &service, REFUSALS);
    let on_a_tournament = input.get_field_by_name("tournament_id").is_some();
    known.refusals = refusals(&known, &rule, service.as_ref(), on_a_tournament)?;
    access(&known, &input, &request)?;
    pages(&known, &input, &output)?;
    match &known.http {
        Some(_) if rule.is("unaddressed") => {
            return Err("it is unaddressed and has an address".into());
        }
        Some(http) => route(&known, http, &request, &response)?,
        None => no_route(&known, rule.is("unaddressed"))?,
    }
    Ok(known)
}

/// Every code that the method can be refused with: its own, its service's, and those of its rule.
fn refusals(
    method: &Method,
    rule: &Options,
    service: Option<&Options>,
    on_a_tournament: bool,
) -> Result<Vec<String>, String> {
    let own = rule.texts("refusals");
    let of_service = |name| service.map(|of| of.texts(name)).unwrap_or_default();
    let command = method.repeat == "Command";
    let commands = command.then(|| of_service("commands"));
    let acts = (command && on_a_tournament).then(|| of_service("on_a_tournament"));
    let mut codes: Vec<String> = by_rule(method).into_iter().map(str::to_owned).collect();
    for code in own
        .into_iter()
        .chain(of_service("any"))
        .chain(commands.unwrap_or_default())
        .chain(acts.unwrap_or_default())
    {
        let letters = |letter: char| letter == '_' || letter.is_ascii_lowercase();
        if code.is_empty() || !code.chars().all(letters) {
            return Err(format!("its refusal {code:?} is not in snake case"));
        }
        if codes.contains(&code) {
            return Err(format!("its refusal {code} is said already"));
        }
        codes.push(code);
    }
    codes.sort();
    Ok(codes)
}

/// The codes that the method's need, scope and repeat bring, whatever it does.
fn by_rule(method: &Method) -> Vec<&'static str> {
    let mut codes = vec!["token_expired", "token_refused"];
    codes.extend(match method.need.as_str() {
        "Administrator" => Some("administrators_only"),
        "Director" | "DirectorOrOfficer" => Some("directors_only"),
        "Member" => Some("members_only"),
        "Moderator" => Some("moderators_only"),
        "Officer" => Some("officers_only"),
        "Seat" | "SeatOrDirector" => Some("not_your_seat"),
        "Service" | "AnyService" => Some("service_only"),
        "Voice" => Some("not_heard"),
        _ => None,
    });
    if method.need != "Anyone" {
        codes.push("unauthenticated");
    }
    if method.need != "Anyone" || method.scope.is_some() {
        codes.push("out_of_scope");
    }
    if is_act(method) {
        codes.extend(["session_ended", "session_unknown"]);
        // Of an official whose appointment does not have the act's power.
        if ["Director", "DirectorOrOfficer", "SeatOrDirector"].contains(&method.need.as_str()) {
            codes.push("power_not_given");
        }
    }
    if method.repeat == "Command" && method.http.is_some() {
        codes.push("invalid_command_id");
    }
    if is_list(method) {
        codes.extend(["invalid_page_size", "invalid_page_token"]);
    }
    codes
}

/// Whether somebody signed in changes something by it: his session is asked after.
fn is_act(method: &Method) -> bool {
    let by_somebody = method.need != "Anyone" || method.scope.is_some();
    let acts = method.http.as_ref().is_some_and(|http| http.verb != "get");
    acts && by_somebody
}

fn address(http: &Options) -> Result<Http, String> {
    let found = VERBS
        .iter()
        .filter_map(|verb| Some((verb, http.text(verb)?)));
    let mut found: Vec<_> = found.collect();
    let (verb, path) = found.pop().ok_or("its address has no verb")?;
    Ok(Http {
        verb: (*verb).to_owned(),
        path,
        body: http.text("body"),
        response_body: http.text("response_body"),
    })
}

fn serves_services(method: &Method) -> bool {
    ["Service", "AnyService"].contains(&method.need.as_str())
}

/// Whether who may call, and what they may do twice, fits the request.
fn access(
    method: &Method,
    input: &MessageDescriptor,
    request: &MessageDescriptor,
) -> Result<(), String> {
    if (method.need == "Service") == method.roles.is_empty() {
        return Err("roles and the need for one of them go together".into());
    }
    let command = input.get_field_by_name("command_id");
    let commands = method.repeat == "Command";
    match &command {
        Some(id) if commands && (id.number() != 1 || id.kind() != Kind::String) => {
            return Err("its command_id is not field 1, a text".into());
        }
        Some(_) if !commands => return Err("it has a command_id and repeats otherwise".into()),
        None if commands => return Err("it repeats by a command_id and has none".into()),
        Some(_) if request.get_field_by_name("command_id").is_none() => {
            return Err("it repeats by a command_id and its route's request has none".into());
        }
        _ => {}
    }
    let object = if commands { 2 } else { 1 };
    match input.get_field_by_name("game_id") {
        Some(game) if game.number() != object => Err(format!(
            "its game_id is not field {object}, where calls are told apart"
        )),
        _ => Ok(()),
    }
}

/// Whether it is a list that people and programs reach: they read it a page at a time.
fn is_list(method: &Method) -> bool {
    method.name.starts_with("List") && !serves_services(method)
}

/// Whether a list has pages, and nothing else has.
fn pages(
    method: &Method,
    input: &MessageDescriptor,
    output: &MessageDescriptor,
) -> Result<(), String> {
    let is = |message: &MessageDescriptor, name: &str, kind: Kind| {
        let field = message.get_field_by_name(name);
        field.is_some_and(|field| field.kind() == kind && !field.is_list())
    };
    let parts = [
        is(input, "page_size", Kind::Uint32),
        is(input, "page_token", Kind::String),
        is(output, "next_page_token", Kind::String),
    ];
    let has_to = is_list(method) && output.fields().any(|field| field.is_list());
    if parts.contains(&true) != has_to || has_to && parts.contains(&false) {
        return Err(
            "a list has page_size, page_token and next_page_token, and nothing else has".into(),
        );
    }
    if has_to
        && method
            .http
            .as_ref()
            .is_some_and(|http| http.response_body.is_some())
    {
        return Err("its answer would lose the next page's token".into());
    }
    Ok(())
}

fn no_route(method: &Method, unaddressed: bool) -> Result<(), String> {
    if method.by_hand {
        return Err("it is answered by hand and has no address".into());
    }
    if serves_services(method) || unaddressed {
        return Ok(());
    }
    Err("people and programs reach it, and it has no address".into())
}

/// Whether an address fits the messages.
fn route(
    method: &Method,
    http: &Http,
    request: &MessageDescriptor,
    response: &MessageDescriptor,
) -> Result<(), String> {
    if serves_services(method) {
        return Err("it is between services and has an address".into());
    }
    if method.tag.is_empty() {
        return Err("its tag is not said".into());
    }
    let others = method.request != method.input || method.response != method.output;
    let media = method.takes.is_some() || !method.gives.is_empty();
    if (others || media) && !method.by_hand {
        return Err("other messages or bodies than JSON are translated by hand alone".into());
    }
    for name in path_fields(&http.path) {
        let field = field(request, name)?;
        let holds_many = field.is_list() || matches!(field.kind(), Kind::Message(_));
        if holds_many || messages::options(&field).server {
            return Err(format!("its path cannot hold {name}"));
        }
    }
    if let Some(body) = http.body.as_deref().filter(|body| *body != "*") {
        let of = field(request, body)?;
        let fits = match &method.takes {
            Some(_) => of.kind() == Kind::Bytes,
            None => matches!(of.kind(), Kind::Message(_)),
        };
        if !fits || of.is_list() || messages::options(&of).server {
            return Err(format!(
                "its body cannot be {body}: a message, or the bytes of a file"
            ));
        }
    }
    let mut body = response.clone();
    if let Some(name) = &http.response_body {
        body = match field(response, name)?.kind() {
            Kind::Message(message) => message,
            _ => return Err(format!("its answer cannot be {name}, which is no message")),
        };
    }
    if let Some(name) = &method.etag {
        let mut names = name.split('.');
        let last = names.next_back().unwrap_or_default();
        for part in names {
            body = match field(&body, part)?.kind() {
                Kind::Message(message) => message,
                _ => return Err(format!("its etag cannot be {name}: {part} is no message")),
            };
        }
        let version = match field(&body, last)?.kind() {
            // Of a file it is the digest.
            Kind::Bytes => !method.gives.is_empty(),
            kind => matches!(kind, Kind::Uint64 | Kind::Uint32),
        };
        if http.verb != "get" || !version {
            return Err(format!(
                "its etag cannot be {name}: a number of what is read"
            ));
        }
    }
    Ok(())
}

fn field(message: &MessageDescriptor, name: &str) -> Result<FieldDescriptor, String> {
    let found = message.get_field_by_name(name);
    found.ok_or_else(|| format!("{} has no field {name}", message.full_name()))
}

/// The names of the fields in a path.
pub fn path_fields(path: &str) -> impl Iterator<Item = &str> {
    let parts = path.split('/');
    parts.filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// A path without the names of its fields: two that differ in them alone are the same address.
fn nameless(path: &str) -> String {
    let parts = path.split('/');
    let parts = parts.map(|part| if part.starts_with('{') { "{}" } else { part });
    parts.collect::<Vec<_>>().join("/")
}
