package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP proves that `litmus mcp` serves the tools of a deployment over standard input and output (T1): to the
// official client, and line by line.
func TestMCP(t *testing.T) {
	t.Parallel()
	x := northwind(t)
	key, _ := x.createKey("--name", "agent", "--full-access")
	origin := x.serve(func(h http.Handler) http.Handler { return h })
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

	t.Run("to the official client", func(t *testing.T) {
		t.Parallel()
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		ended := make(chan int)
		go func() {
			p := Program{Environ: []string{"LITMUS_KEY=" + key}, Stdin: toServer, Stdout: fromServer, Stderr: io.Discard}
			ended <- p.Run(t.Context(), []string{"mcp", "--url", origin + "/"})
		}()
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: toClient, Writer: fromClient}, nil)
		must(t, err)
		tools, err := session.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) == 0 {
			t.Fatalf("%v, %v; want tools", tools, err)
		}
		got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "list_roles"})
		if err != nil || got.IsError || got.StructuredContent == nil {
			t.Errorf("%+v, %v; want the roles", got, err)
		}
		refused, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_interview",
			Arguments: map[string]any{"id": "int_x"}})
		if err != nil || !refused.IsError {
			t.Errorf("%+v, %v; want a refusal", refused, err)
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		_ = fromClient.Close()
		if status := <-ended; status != exitOK {
			t.Errorf("it ends with %d", status)
		}
	})

	t.Run("line by line", func(t *testing.T) {
		t.Parallel()
		for _, c := range []struct {
			lines []string
			want  map[string]string // a part of each answer, by the id of its message
		}{
			{[]string{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `no JSON`, ``,
				`{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"list_roles"}}`,
				`{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"list_roles","_meta":{` +
					`"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
					`"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},` +
					`"io.modelcontextprotocol/clientCapabilities":{}}}}`},
				map[string]string{"null": `"code":-32700`, `"a"`: `"structuredContent":{"roles":[`,
					`"b"`: `"resultType":"complete"`}},
			{[]string{`{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}`}, map[string]string{"null": `"code":-32600`}},
			// A notification has no answer, also if it is refused.
			{[]string{`{"jsonrpc":"2.0","method":"tools/list"}`}, nil},
			{[]string{`{"jsonrpc":"2.0","method":"notifications/initialized","method":"notifications/initialized"}`}, nil},
			{[]string{`{"jsonrpc":"2.0","method":"notifications/initialized","params":{"_meta":{` +
				`"io.modelcontextprotocol/protocolVersion":"2099-01-01"}}}`}, nil},
			{nil, nil},
		} {
			got := answersOf(t, origin, key, c.lines...)
			if len(got) != len(c.want) {
				t.Errorf("%q is answered %v, want %v", c.lines, got, c.want)
			}
			for id, part := range c.want {
				if !strings.Contains(got[id], part) {
					t.Errorf("%s is answered %q, want %q in it", id, got[id], part)
				}
			}
		}
	})

	t.Run("what the deployment refuses", func(t *testing.T) {
		t.Parallel()
		wrong := key[:len(key)-1] + "_"
		got := answersOf(t, origin, wrong, list, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		if len(got) != 1 || !strings.Contains(got["1"], "401 Unauthorized") || strings.Contains(got["1"], wrong) {
			t.Errorf("with another key: %v, want one error without the key", got)
		}
		for name, server := range map[string]http.HandlerFunc{
			"200 OK":    func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>welcome")) },
			"302 Found": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, origin+"/mcp", http.StatusFound) },
		} {
			s := httptest.NewServer(server)
			got := answersOf(t, s.URL, key, list)["1"]
			if !strings.Contains(got, name) || !strings.Contains(got, "is it the origin of a deployment?") {
				t.Errorf("of what is no deployment: %s", got)
			}
			s.Close()
			if got := answersOf(t, s.URL, key, list)["1"]; !strings.Contains(got, "cannot be reached") {
				t.Errorf("of what is not there: %s", got)
			}
		}
	})

	t.Run("usage", func(t *testing.T) {
		t.Parallel()
		x := newTerminal(t)
		x.refused(exitUsage, "LITMUS_KEY must hold an API key of the deployment", "mcp", "--url", origin)
		x.env["LITMUS_KEY"] = key
		for _, wrong := range []string{"hire.example", "ftp://hire.example", "https://a:b@hire.example", "https://x/?a=b"} {
			x.refused(exitUsage, "--url must be an http or https URL, such as https://hire.example.com", "mcp", "--url",
				wrong)
		}
	})
}

// answersOf runs `litmus mcp` with the lines as its input, and returns what it prints by the ids of the messages.
func answersOf(t *testing.T, origin, key string, lines ...string) map[string]string {
	t.Helper()
	var out, errs bytes.Buffer
	p := Program{Environ: []string{"LITMUS_KEY=" + key}, Stdin: strings.NewReader(strings.Join(lines, "\n")),
		Stdout: &out, Stderr: &errs}
	if status := p.Run(t.Context(), []string{"mcp", "--url", origin}); status != exitOK || errs.Len() > 0 {
		t.Fatalf("it ends with %d and prints %q", status, errs.String())
	}
	answers := map[string]string{}
	for scanner := bufio.NewScanner(&out); scanner.Scan(); {
		var m struct{ ID json.RawMessage }
		if err := json.Unmarshal(scanner.Bytes(), &m); err != nil {
			t.Fatalf("it prints %q: %v", scanner.Text(), err)
		}
		answers[string(m.ID)] = scanner.Text()
	}
	return answers
}
