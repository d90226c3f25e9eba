//! Writes macros by which a test's stand-in for a service says what it answers; every other method refuses. A service
//! itself has every method, or does not compile.

use std::fmt::Write as _;

use prost_reflect::{DescriptorPool, MethodDescriptor};

use crate::options::snake_case;

/// For each service a macro, as `pairing_service_stand_in!(get_tournament read_facts)`.
pub fn of(pool: &DescriptorPool) -> String {
    let mut text = String::new();
    for service in pool.services() {
        let unary = |method: &MethodDescriptor| !method.is_server_streaming();
        let methods: Vec<_> = service.methods().filter(unary).collect();
        for method in &methods {
            text += &refusing(method);
        }
        let name = snake_case(service.name());
        let _ = writeln!(
            text,
            "/// Methods of a stand-in for the `{}`: all but those that it names refuse.\n#[macro_export]\n\
             macro_rules! {name}_stand_in {{ ($($answers:ident)*) => {{",
            service.name(),
        );
        for method in &methods {
            let _ = writeln!(text, "$crate::{}!([$($answers)*]);", stub(method));
        }
        text += "}; }\n";
    }
    text
}

/// A macro that makes the method, unless the list has its name.
fn refusing(method: &MethodDescriptor) -> String {
    let name = ident(method.name());
    let [input, output] = [method.input(), method.output()].map(|message| {
        let package = message
            .package_name()
            .trim_start_matches("outflank.")
            .replace('.', "::");
        format!("$crate::{package}::{}", message.name())
    });
    let stub = stub(method);
    format!(
        "#[doc(hidden)]\n#[macro_export]\nmacro_rules! {stub} {{
    ([{name} $($rest:ident)*]) => {{}};
    ([$other:ident $($rest:ident)*]) => {{ $crate::{stub}!([$($rest)*]); }};
    ([]) => {{
        fn {name}<'a, 's>(
            &'a self,
            _: ::tonic::Request<{input}>,
        ) -> ::std::pin::Pin<::std::boxed::Box<dyn ::std::future::Future<
            Output = ::std::result::Result<::tonic::Response<{output}>, ::tonic::Status>,
        > + ::std::marker::Send + 's>>
        where
            'a: 's,
            Self: 's,
        {{
            let refused = ::tonic::Status::unimplemented(\"no stand-in answers this\");
            ::std::boxed::Box::pin(::std::future::ready(::std::result::Result::Err(refused)))
        }}
    }};
}}
"
    )
}

fn stub(method: &MethodDescriptor) -> String {
    let service = snake_case(method.parent_service().name());
    format!("__{service}_{}", snake_case(method.name()))
}

fn ident(name: &str) -> String {
    let name = snake_case(name);
    if name == "move" {
        "r#move".to_owned()
    } else {
        name
    }
}
