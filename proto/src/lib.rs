//! The gRPC contracts of every Outflank service, and the generated code.
