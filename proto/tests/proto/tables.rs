//! Tables of contracts that the build has not seen, from the same code as the build's.

use std::{fs, path::Path, sync::LazyLock};

use outflank_proto::schema::{DEEPEST, Enum, Field, Kind, Message, Oneof, Value};
use prost_reflect::{DescriptorPool, MessageDescriptor};
use protox::{
    Compiler,
    file::{ChainFileResolver, File, FileResolver, GoogleFileResolver, IncludeFileResolver},
};

use crate::messages;

/// Every contract, with what it says of itself.
pub static CONTRACTS: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![folder.join("outflank"), folder.join("google")];
    let mut compiler = Compiler::new([folder]).unwrap();
    compiler.include_imports(true);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                compiler.open_file(path).unwrap();
            }
        }
    }
    pool(&compiler)
});

fn pool(compiler: &Compiler) -> DescriptorPool {
    DescriptorPool::decode(compiler.encode_file_descriptor_set().as_slice()).unwrap()
}

/// `dialect.proto`.
pub static DIALECT: LazyLock<DescriptorPool> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proto/dialect.proto");
    compiled(&fs::read_to_string(path).unwrap())
});

struct OneFile<'s>(&'s str);

const NAME: &str = "tried.proto";

impl FileResolver for OneFile<'_> {
    fn open_file(&self, name: &str) -> Result<File, protox::Error> {
        if name == NAME {
            File::from_source(name, self.0)
        } else {
            Err(protox::Error::file_not_found(name))
        }
    }
}

/// A contract, beside the options.
pub fn compiled(source: &str) -> DescriptorPool {
    let mut files = ChainFileResolver::new();
    files.add(OneFile(Box::leak(source.to_owned().into_boxed_str())));
    files.add(IncludeFileResolver::new(env!("CARGO_MANIFEST_DIR").into()));
    files.add(GoogleFileResolver::new());
    let mut compiler = Compiler::with_file_resolver(files);
    compiler.include_imports(true).include_source_info(true);
    compiler.open_file(NAME).unwrap();
    pool(&compiler)
}

/// A message of `dialect.proto`.
pub fn dialect(name: &str) -> (MessageDescriptor, &'static Message) {
    let (messages, enums) = messages::tables(&DIALECT).unwrap();
    let name = format!("outflank.dialect.v1.{name}");
    let table = Tables {
        messages: &messages,
        enums: &enums,
    }
    .message(&name, 0);
    (DIALECT.get_message_by_name(&name).unwrap(), table)
}

/// A message of the contracts, as the build made its table.
pub fn contracts() -> impl Iterator<Item = (MessageDescriptor, &'static Message)> {
    let described = |of: &&'static Message| CONTRACTS.get_message_by_name(of.name).unwrap();
    outflank_proto::schema::MESSAGES
        .iter()
        .map(move |of| (described(of), *of))
}

/// What the build would write out.
pub struct Tables<'m> {
    pub messages: &'m [messages::Message],
    pub enums: &'m [messages::Enum],
}

fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

impl Tables<'_> {
    /// One message; one that stands in itself goes as deep as messages may and a little further.
    pub fn message(&self, name: &str, depth: usize) -> &'static Message {
        let from = self.messages.iter().find(|of| of.name == name).unwrap();
        let fields = from.fields.iter().enumerate().map(|(place, of)| Field {
            name: kept(&of.name),
            json_name: kept(&of.json_name),
            key: kept(&format!("\"{}\":", of.json_name)),
            number: of.number,
            place: u8::try_from(place).unwrap(),
            kind: self.kind(&of.kind, depth),
            list: of.list,
            presence: of.presence,
            oneof: of.oneof.map(|of| u8::try_from(of).unwrap()),
            null: of.options.null,
            json: of.options.json,
            server: of.options.server,
            named: of.options.named,
            required: of.options.required,
            most: of.options.most,
            given_with: of.options.given_with.as_ref().map(|with| {
                let place = from.fields.iter().position(|of| of.name == *with);
                u8::try_from(place.unwrap()).unwrap()
            }),
        });
        let oneofs = from.oneofs.iter().map(|of| Oneof {
            name: kept(&of.name),
            tag: of.tag.as_deref().map(kept),
        });
        Box::leak(Box::new(Message {
            name: kept(name),
            fields: fields.collect::<Vec<_>>().leak(),
            oneofs: oneofs.collect::<Vec<_>>().leak(),
        }))
    }

    fn kind(&self, from: &prost_reflect::Kind, depth: usize) -> Kind {
        use prost_reflect::Kind as From;
        match from {
            From::Bool => Kind::Bool,
            From::Int32 => Kind::Int32,
            From::Int64 => Kind::Int64,
            From::Uint32 => Kind::Uint32,
            From::Uint64 => Kind::Uint64,
            From::Sint32 => Kind::Sint32,
            From::Sint64 => Kind::Sint64,
            From::Fixed32 => Kind::Fixed32,
            From::Fixed64 => Kind::Fixed64,
            From::Sfixed32 => Kind::Sfixed32,
            From::Sfixed64 => Kind::Sfixed64,
            From::String => Kind::String,
            From::Bytes => Kind::Bytes,
            From::Enum(of) => Kind::Enum(self.words(of.full_name())),
            From::Message(_) if depth > DEEPEST + 2 => Kind::Bool,
            From::Message(of) => Kind::Message(self.message(of.full_name(), depth + 1)),
            From::Float | From::Double => panic!("refused by the build"),
        }
    }

    fn words(&self, name: &str) -> &'static Enum {
        let from = self.enums.iter().find(|of| of.name == name).unwrap();
        let values = from.values.iter().map(|(number, word)| Value {
            number: *number,
            word: kept(word),
        });
        Box::leak(Box::new(Enum {
            name: kept(name),
            values: values.collect::<Vec<_>>().leak(),
        }))
    }
}
