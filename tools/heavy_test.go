package tools

import (
	"testing"

	"litmus/api"
)

// TestToolPlaces proves that a message takes a heavy place where the row of REST that its tool runs does, and one with
// several calls always, and that what is refused takes none.
func TestToolPlaces(t *testing.T) {
	t.Parallel()
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`
	for body, want := range map[string]bool{
		call + `{"name":"list_roles"}}`:                                                 true,
		call + `{"name":"get_interview"}}`:                                              false,
		call + `{"name":"no_tool"}}`:                                                    false,
		call + `{"name":"list_roles","Name":"get_interview"}}`:                          true,
		call + `{"name":"get_interview","Name":"list_roles"}}`:                          false,
		call + `{"n\u0061me":"list\u005froles"}}`:                                       true,
		call + `{"name":"get_interview","name":"list_roles"}}`:                          true, // the SDK takes the last one, too
		call + `{"name":["list_roles"]}}`:                                               false,
		call + `["list_roles"]}`:                                                        false,
		call + `{"name":"list_roles"},"Method":"ping"}`:                                 true,
		call + `{"name":"list_roles"},"method":"tools/call"}`:                           false, // it has its method twice
		`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"list_roles"}}`:        false,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"list_roles"}}`: false,
		` [{"jsonrpc":"2.0","id":1,"method":"ping"}]`:                                   true,
		`[]`:      false,
		`no JSON`: false,
		``:        false,
	} {
		if got := readIncoming([]byte(body), "").heavy(); got != want {
			t.Errorf("%s: heavy is %v, want %v", body, got, want)
		}
	}
	if readIncoming([]byte(`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`), versionStructured).heavy() {
		t.Error("a list is heavy in a version of the protocol that refuses lists")
	}
	for _, x := range tools {
		if _, heavy, ok := api.Needs(x.rest); ok && x.heavy != heavy {
			t.Errorf("%s is heavy: %v, and %s: %v", x.name, x.heavy, x.rest, heavy)
		}
	}
}
