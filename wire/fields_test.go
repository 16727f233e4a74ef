package wire

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// TestReadObject proves that objects are read as encoding/json reads them. Texts are put together at random, and both
// results are compared for those that are valid JSON.
func TestReadObject(t *testing.T) {
	t.Parallel()
	pieces := []string{"{", "}", "[", "]", ",", ":", " ", "\n", "\t", `"a"`, `"b"`, `"\u0061"`, `"\u0062\u0062"`,
		`"b\u0062"`, `"\\"`, `"\""`, `"}"`, `"],"`, `"\n"`, `"a\n"`, `"é"`, `""`,
		"0", "-1.5e+3", "true", "false", "null", `"a":`, `"b":`, `"bb":1`, `"a":null`, `"a":[]`,
		`"a":{"b":[1,{"c":"]"}]}`, `{"a":1}`, `{}`, `[]`, `"slots":[`, `{"email":"x"},`}
	r := rand.New(rand.NewPCG(1, 2))
	valid := 0
	check := func(text string) {
		var want map[string]json.RawMessage
		if json.Unmarshal([]byte(text), &want) != nil || want == nil {
			return
		}
		valid++
		value, err := Check([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		known := []string{"a", "b", "bb", "slots", "email"}
		got, other := ReadObject(value, known)
		others := 0
		for name, v := range want {
			isKnown := false
			for _, k := range known {
				isKnown = isKnown || k == name
			}
			if !isKnown {
				others++
			} else if string(got[name]) != string(v) {
				t.Fatalf("%s: %s is %s, want %s", text, name, got[name], v)
			}
		}
		if len(got)+others != len(want) || (other != nil) != (others > 0) {
			t.Fatalf("%s: got %s and others %s, want %s", text, got, other, want)
		}
		for _, v := range got {
			var list []json.RawMessage
			if v[0] != '[' || json.Unmarshal(v, &list) != nil {
				continue
			}
			read := []json.RawMessage{}
			for n, e := range Elements(v) {
				if n != len(read) {
					t.Fatalf("%s: element %d comes as number %d", text, len(read), n)
				}
				read = append(read, e)
			}
			if !reflect.DeepEqual(read, list) {
				t.Fatalf("%s: the list is %s, want %s", text, read, list)
			}
		}
	}
	for _, text := range []string{`{}`, " {\n} ", `{"a":1,"a":2}`, `{"\u0061":[1, 2 ,3]}`,
		`{"a" : {"b":"}"} , "c":[[],[[]]]}`, `{"a":"\\","b":"\\\""}`, `{"bb":[ ],"b":[ {} , [ ] ]}`, `{"a":-0}`,
		`{"\ud800":1}`} {
		check(text)
	}
	if valid != 9 {
		t.Fatalf("%d of the nine texts are valid", valid)
	}
	rounds := 300_000
	if testing.Short() {
		rounds /= 10
	}
	for range rounds {
		var b strings.Builder
		b.WriteString("{")
		for range r.IntN(9) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteString("}")
		check(b.String())
	}
	if valid < rounds/300 {
		t.Errorf("only %d of %d texts were valid", valid, rounds)
	}
}
