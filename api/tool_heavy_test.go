package api

import "testing"

// TestToolPlaces proves that a message takes a heavy place where the row of REST that its tool runs does, and one with
// several calls always (decisions 105 and 196).
func TestToolPlaces(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roles"}}`:    true,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_interview"}}`: false,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"no_tool"}}`:       false,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"name":"list_roles"}}`:    false,
		` [{"jsonrpc":"2.0","id":1,"method":"ping"}]`:                                      true,
		`{"method":"tools/call","params":{"name":"list_roles","Name":"get_interview"}}`:    true,
		`{"method":"tools/call","Method":"ping","params":{"name":"list_roles"}}`:           true,
		`{"method":"tools/call","params":{"name":["list_roles"]}}`:                         false,
		`no JSON`: false,
		``:        false,
	} {
		if got := isHeavy([]byte(body)); got != want {
			t.Errorf("%s: heavy is %v, want %v", body, got, want)
		}
	}
	for _, r := range routes {
		for _, x := range tools {
			if x.rest == r.method+" "+r.path && x.heavy != r.heavy {
				t.Errorf("%s is heavy: %v, and %s: %v", x.name, x.heavy, x.rest, r.heavy)
			}
		}
	}
}
