package db

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"gorm.io/gorm/schema"
)

// How the fields of records are stored where GORM's own ways do not fit, by the names of their tags.
func init() {
	schema.RegisterSerializer("blank", blankSerializer{})
	schema.RegisterSerializer("list", listSerializer{})
}

// blankSerializer stores the string "" as null: constraints and unique indexes leave null alone.
type blankSerializer struct{}

// Scan implements [schema.SerializerInterface].
func (blankSerializer) Scan(ctx context.Context, f *schema.Field, row reflect.Value, value any) error {
	var s string
	switch v := value.(type) {
	case nil:
	case string:
		s = v
	case []byte:
		s = string(v)
	default:
		return fmt.Errorf("%s is a %T and no text", f.Name, value)
	}
	f.ReflectValueOf(ctx, row).SetString(s)
	return nil
}

// Value implements [schema.SerializerInterface].
func (blankSerializer) Value(_ context.Context, _ *schema.Field, _ reflect.Value, value any) (any, error) {
	return orNull(value.(string)), nil
}

// listSerializer stores a slice as a JSON list, "[]" for none. An empty list is read as nil.
type listSerializer struct{}

// Scan implements [schema.SerializerInterface].
func (listSerializer) Scan(ctx context.Context, f *schema.Field, row reflect.Value, value any) error {
	list := reflect.New(f.FieldType)
	switch v := value.(type) {
	case nil:
	case string:
		if err := json.Unmarshal([]byte(v), list.Interface()); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	case []byte:
		if err := json.Unmarshal(v, list.Interface()); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	default:
		return fmt.Errorf("%s is a %T and no JSON text", f.Name, value)
	}
	if list.Elem().Len() == 0 {
		list.Elem().SetZero()
	}
	f.ReflectValueOf(ctx, row).Set(list.Elem())
	return nil
}

// Value implements [schema.SerializerInterface].
func (listSerializer) Value(_ context.Context, _ *schema.Field, _ reflect.Value, value any) (any, error) {
	if reflect.ValueOf(value).Len() == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(value)
	return string(text), err
}

// orNull returns s, or nil, which is stored as null, for "".
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
