//! The schemas that the document speaks of, collected while it is made.

use utoipa::ToSchema;
use utoipa::openapi::schema::{AdditionalProperties, Components, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};

/// The schemas that are spoken of.
#[derive(Default)]
pub struct Schemas {
    /// All of them, by their names.
    pub components: Components,
}

impl Schemas {
    /// Describes something under a name, with what it has in common with others, and nothing more
    /// than is described; and gives a word for it.
    pub fn add<T: ToSchema>(&mut self, name: &str, common: &[RefOr<Schema>]) -> RefOr<Schema> {
        let mut whole = T::schema();
        if let RefOr::T(Schema::Object(object)) = &mut whole {
            for part in common {
                if let RefOr::T(Schema::Object(part)) = part {
                    object.properties.extend(part.properties.clone());
                    object.required.extend(part.required.clone());
                }
            }
        }
        self.insert(name, whole);
        self.nested::<T>();
        RefOr::Ref(Ref::from_schema_name(name))
    }

    /// Describes what something is made of.
    pub fn nested<T: ToSchema>(&mut self) {
        let mut nested = Vec::new();
        T::schemas(&mut nested);
        for (name, schema) in nested {
            self.insert(&name, schema);
        }
    }

    fn insert(&mut self, name: &str, mut schema: RefOr<Schema>) {
        if let RefOr::T(Schema::Object(object)) = &mut schema
            && object.schema_type == SchemaType::new(Type::Object)
            && object.additional_properties.is_none()
        {
            let nothing = AdditionalProperties::FreeForm(false);
            object.additional_properties = Some(Box::new(nothing));
        }
        self.components.schemas.insert(name.to_string(), schema);
    }
}
