package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"litmus/wire"

	"github.com/gin-gonic/gin"
	lru "github.com/hashicorp/golang-lru/v2"
)

// toolLists keeps what the SDK answered to requests for the list of tools. To render the types of all tools takes
// milliseconds, clients ask for them all the time, and the answer is the same for the same message and the same tools;
// the SDK lacks a memory of it.
type toolLists struct {
	kept *lru.Cache[string, json.RawMessage] // results
}

// How many lists are kept, and the largest message for which one is.
const (
	keptLists   = 32
	listMessage = 4 << 10
)

func newToolLists() toolLists {
	kept, _ := lru.New[string, json.RawMessage](keptLists) // fails only for a size below one
	return toolLists{kept}
}

// listHeaders are the headers that the SDK reads.
var listHeaders = []string{"Content-Type", "Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Session-Id"}

// key returns what the answer to a message depends on: the message but for its id, its headers, and which tools the key
// may call. ok is false for what is no plain request for the list.
func (l toolLists) key(m *message, in incoming, body []byte) (key string, id json.RawMessage, ok bool) {
	if e := in.messages[0]; in.list || !e.asked() || e.method != "tools/list" || len(body) > listMessage {
		return "", nil, false
	}
	var b strings.Builder
	for name, value := range wire.Members(bytes.TrimSpace(body)) {
		if !wire.Spells(name, "id") {
			fmt.Fprintf(&b, "%s:%s\n", name, value)
		}
	}
	for _, name := range listHeaders {
		fmt.Fprintf(&b, "%q\n", m.HTTP.Header.Values(name))
	}
	for _, t := range tools {
		fmt.Fprint(&b, m.Caller.Key.Allows(t.anyOf...))
	}
	return b.String(), in.messages[0].id, true
}

// serve answers the message with the result that is kept for the key, if there is one.
func (l toolLists) serve(g *gin.Context, key string, id json.RawMessage) (served bool) {
	result, ok := l.kept.Get(key)
	if ok {
		g.Data(http.StatusOK, "application/json", fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result))
	}
	return ok
}

// keep keeps the result of an answer.
func (l toolLists) keep(key string, answer []byte) {
	var m struct{ Result json.RawMessage }
	if err := json.Unmarshal(answer, &m); err == nil && len(m.Result) > 0 {
		l.kept.Add(key, m.Result)
	}
}
