package testdb

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// fingerprint is what two values share only if they have the same type and the same content, behind pointers too.
type fingerprint struct {
	of      reflect.Type
	content string
}

// fingerprintOf panics for interfaces, functions and channels, and does not end for a value that contains itself.
func fingerprintOf(value any) fingerprint {
	var b strings.Builder
	v := reflect.ValueOf(value)
	describe(&b, v)
	return fingerprint{v.Type(), b.String()}
}

// describe writes the content of a value. With its type the text says where it ends: numbers and nil end at a blank,
// strings are quoted, and elements come after their number. Methods such as String are not called, because they may
// leave something out.
func describe(b *strings.Builder, v reflect.Value) {
	switch kind := v.Kind(); {
	case (kind == reflect.Pointer || kind == reflect.Slice || kind == reflect.Map) && v.IsNil():
		b.WriteString("nil ")
	case kind == reflect.Pointer:
		b.WriteByte('&')
		describe(b, v.Elem())
	case kind == reflect.Struct:
		for _, field := range v.Fields() {
			describe(b, field)
		}
	case kind == reflect.Slice || kind == reflect.Array:
		fmt.Fprintf(b, "%d ", v.Len())
		for i := range v.Len() {
			describe(b, v.Index(i))
		}
	case kind == reflect.Map:
		entries := make([]string, 0, v.Len())
		for key, value := range v.Seq2() {
			var entry strings.Builder
			describe(&entry, key)
			describe(&entry, value)
			entries = append(entries, entry.String())
		}
		slices.Sort(entries)
		fmt.Fprintf(b, "%d %s", len(entries), strings.Join(entries, ""))
	case kind == reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	case kind == reflect.Bool:
		fmt.Fprintf(b, "%t ", v.Bool())
	case v.CanInt():
		fmt.Fprintf(b, "%d ", v.Int())
	case v.CanUint():
		fmt.Fprintf(b, "%d ", v.Uint())
	case v.CanFloat():
		fmt.Fprintf(b, "%v ", v.Float())
	default:
		panic(fmt.Sprintf("what a database is made of contains a %s", kind))
	}
}
