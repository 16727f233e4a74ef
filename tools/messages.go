package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"litmus/gate"
	"litmus/models"
	"litmus/wire"
)

// incoming is a body that the tool server got: one message of JSON-RPC, or a list of them from clients of a version of
// the protocol before 2025-06-18. It is read before the SDK sees it (T2). The SDK lacks a strict reader: it
// drops what follows the first message, reads ids as floating-point numbers, and refuses a whole list for one message
// in it. It also lacks an error for what it cannot read, which it answers in plain text, without the id and with types
// of Go. When the SDK does this itself, leave this type out and see which of TestToolMessage… hold.
type incoming struct {
	version  string // of the protocol
	list     bool
	messages []envelope
}

// envelope is a message of JSON-RPC. One without an id and without a failure gets no answer.
type envelope struct {
	id     json.RawMessage // as it was sent, nil if there is none that an answer could have
	method string
	params json.RawMessage // nil if there are none
	tool   string          // the name of the tool that it calls, "" for none
	failed *wireFailure    // why the message is not served, nil if it is
}

// wireFailure is an error of JSON-RPC.
type wireFailure struct {
	Code    int64  `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func failuref(code int64, format string, args ...any) *wireFailure {
	return &wireFailure{Code: code, Message: fmt.Sprintf(format, args...)}
}

// failureData is what our errors have beside their sentence. One without data is the SDK's: it lacks the id of a
// request, by which operators find one in the log.
type failureData struct {
	RequestID string `json:"request_id"`
	// Of a version of the protocol that is not served, as the protocol has it.
	Supported []string `json:"supported,omitempty"`
	Requested string   `json:"requested,omitempty"`
}

// versionUnsaid is the version of the protocol of a client that does not say which it speaks.
const versionUnsaid = "2025-03-26"

// mostInBatch is how many messages a body may hold: their answers are kept until the last one is there. The SDK lacks a
// limit.
const mostInBatch = 20

// served are the methods of the protocol that are answered, and whether they need params. The others are about what
// the server says that it does not have: prompts, resources, its log, and word of changes. The SDK lacks a way to turn
// them off, and answers as if there were none of each.
var served = map[string]bool{
	"initialize": true, "ping": false, "server/discover": false, "tools/list": false, "tools/call": true,
}

// readIncoming reads a body. version is what the header says, "" for none. A body that is refused as a whole has one
// message, with its failure.
func readIncoming(body []byte, version string) incoming {
	in := incoming{version: version}
	if version == "" {
		in.version = versionUnsaid
	}
	whole := func(code int64, format string, args ...any) incoming {
		return incoming{version: in.version, messages: []envelope{{failed: failuref(code, format, args...)}}}
	}
	value, err := wire.Check(body)
	switch {
	case !utf8.Valid(body):
		return whole(jsonrpc.CodeParseError, "the body is not valid JSON: it is not UTF-8")
	case err != nil:
		return whole(jsonrpc.CodeParseError, "%v; a body holds one message of JSON-RPC", err)
	case value[0] == '{':
		in.messages = []envelope{readEnvelope(value)}
	case value[0] != '[':
		return whole(jsonrpc.CodeInvalidRequest, "the body must be a message of JSON-RPC, which is an object")
	case in.version >= versionStructured:
		return whole(jsonrpc.CodeInvalidRequest, "the body must be one message: version %s of the protocol has no "+
			"lists of them", in.version)
	default:
		in.list = true
		for n, one := range wire.Elements(value) {
			if n == mostInBatch {
				return whole(jsonrpc.CodeInvalidRequest, "the body must hold at most %d messages", mostInBatch)
			}
			in.messages = append(in.messages, readEnvelope(one))
		}
	}
	if len(in.messages) == 0 {
		return whole(jsonrpc.CodeInvalidRequest, "the body is a list without a message")
	}
	if known := mcp.SupportedProtocolVersions(); !slices.Contains(known, in.version) {
		refused := whole(mcp.CodeUnsupportedProtocolVersion, "version %s of the protocol is not served; these are: %s",
			models.Quote(version), strings.Join(known, ", "))
		refused.messages[0].failed.Data = failureData{Supported: known, Requested: version}
		if !in.list {
			refused.messages[0].id = in.messages[0].id
		}
		return refused
	}
	return in
}

// readEnvelope reads a valid JSON value as a message.
func readEnvelope(value json.RawMessage) (e envelope) {
	if value[0] != '{' {
		e.failed = failuref(jsonrpc.CodeInvalidRequest, "a message of JSON-RPC must be an object")
		return e
	}
	given, twice := map[string]json.RawMessage{}, ""
	for quoted, one := range wire.Members(value) {
		name := textOf(quoted)
		if _, again := given[name]; again {
			twice = name
		}
		given[name] = one
	}
	id, hasID := given["id"]
	if isMessageID(id) {
		e.id = id
	}
	e.method, e.params = textOf(given["method"]), given["params"]
	needsParams, isServed := served[e.method]
	switch {
	case twice != "":
		e.failed = failuref(jsonrpc.CodeInvalidRequest, "the message has %s twice", models.Quote(twice))
	case textOf(given["jsonrpc"]) != "2.0":
		e.failed = failuref(jsonrpc.CodeInvalidRequest, `the message must have "jsonrpc": "2.0"`)
	case hasID && e.id == nil:
		e.failed = failuref(jsonrpc.CodeInvalidRequest, "the id of a message must be a text or a whole number "+
			"in digits")
	case e.method == "" && given["method"] == nil && (given["result"] != nil || given["error"] != nil):
		e.id = nil // an answer, to a question that nobody has asked
	case e.method == "":
		e.failed = failuref(jsonrpc.CodeInvalidRequest, "the message must have a method, which is a text")
	case !hasID && isServed:
		e.failed = failuref(jsonrpc.CodeInvalidRequest, "%s must have an id, since it is answered", e.method)
	case !hasID: // a notification: nothing here waits for one
	case !isServed:
		e.failed = failuref(jsonrpc.CodeMethodNotFound, "there is no method %s here", models.Quote(e.method))
	default:
		e.checkParams(needsParams)
	}
	return e
}

// isMessageID reports whether a JSON value can be the id of a message that is answered: a text or a whole number, as
// the protocol has it. The SDK lacks a type for that: it reads numbers as floating-point ones, so 1.5 and large ones
// come back as others.
func isMessageID(value json.RawMessage) bool {
	return len(value) > 0 && (value[0] == '"' || !strings.ContainsFunc(string(value), func(c rune) bool {
		return c != '-' && (c < '0' || c > '9')
	}))
}

// checkParams fails a message whose params are not of the shape that all methods have.
func (e *envelope) checkParams(needed bool) {
	if string(e.params) == "null" {
		e.params = nil
	}
	switch {
	case e.params == nil:
		if needed {
			e.failed = failuref(jsonrpc.CodeInvalidParams, "%s must have params", e.method)
		}
		return
	case e.params[0] != '{':
		e.failed = failuref(jsonrpc.CodeInvalidParams, "the params of %s must be an object", e.method)
		return
	case e.method != "tools/call":
		return
	}
	for quoted, value := range wire.Members(e.params) {
		if wire.Spells(quoted, "name") {
			e.tool = textOf(value)
		}
	}
	if e.tool == "" {
		e.failed = failuref(jsonrpc.CodeInvalidParams, "the params of %s must have a name, which is that of a tool",
			e.method)
	}
}

// asked reports whether the SDK is to answer the message.
func (e envelope) asked() bool { return e.id != nil && e.failed == nil }

// heavy reports whether the body asks for work that is heavy: a call of a tool whose work is, or a list of messages,
// whatever they are.
func (in incoming) heavy() bool {
	return in.list || slices.ContainsFunc(in.messages, func(e envelope) bool {
		called := toolNamed(e.tool)
		return e.asked() && called != nil && called.heavy
	})
}

// forSDK is the body that the SDK gets: the messages that it is to answer, with their places for ids, so that each
// answer finds its message whatever ids the client chose. It is nil for none. The SDK lacks a way to be handed messages
// that were read already, but for a transport of our own, which would lose its checks of headers and versions.
func (in incoming) forSDK() []byte {
	var body []byte
	for n, e := range in.messages {
		if !e.asked() {
			continue
		}
		if body != nil {
			body = append(body, ',')
		}
		body = fmt.Appendf(body, `{"jsonrpc":"2.0","id":%d,"method":%q`, n, e.method)
		if e.params != nil {
			body = append(append(body, `,"params":`...), e.params...)
		}
		body = append(body, '}')
	}
	if body != nil && in.list {
		body = append(append([]byte{'['}, body...), ']')
	}
	return body
}

// answer renders what the messages are answered with, nil if none is. said is the SDK's body, and refused that it took
// none of the messages. status is the one that the protocol has for it over HTTP. The failure is for the log.
func (in incoming) answer(said []byte, refused bool, requestID string) (body []byte, status int, failure error) {
	parts := taken(said)
	status = http.StatusOK
	for n, e := range in.messages {
		if e.id == nil && e.failed == nil {
			continue
		}
		part, failed := parts[int64(n)], e.failed
		if e.asked() {
			switch {
			case part == nil && refused:
				failed = e.unfit(in.version)
			case part == nil:
				failed = failuref(jsonrpc.CodeInternalError, "%s", gate.InternalSentence)
				failure = fmt.Errorf("%s was not answered: %.500s", e.method, said)
			case part.Error != nil:
				failed, failure = e.reworded(part.Error, in.version)
			}
		}
		if body != nil {
			body = append(body, ',')
		}
		id := e.id
		if id == nil {
			id = json.RawMessage("null")
		}
		if failed == nil {
			body = fmt.Appendf(body, `{"jsonrpc":"2.0","id":%s,"result":%s}`, id, part.Result)
			continue
		}
		switch data := failed.Data.(type) {
		case nil:
			failed.Data = failureData{RequestID: requestID}
		case failureData:
			data.RequestID = requestID
			failed.Data = data
		}
		text, err := wire.Render(failed)
		if err != nil {
			return nil, 0, err
		}
		body = fmt.Appendf(body, `{"jsonrpc":"2.0","id":%s,"error":%s}`, id, strings.TrimSpace(string(text)))
		status = in.statusOf(failed)
	}
	switch {
	case body == nil:
		return nil, http.StatusAccepted, nil
	case in.list:
		return append(append([]byte{'['}, body...), ']'), http.StatusOK, failure
	}
	return body, status, failure
}

// statusOf is the status of an answer that is one error. The SDK has one only for the errors that it answers itself.
func (in incoming) statusOf(f *wireFailure) int {
	switch f.Code {
	case jsonrpc.CodeParseError, jsonrpc.CodeInvalidRequest, mcp.CodeUnsupportedProtocolVersion, mcp.CodeHeaderMismatch:
		return http.StatusBadRequest
	case jsonrpc.CodeMethodNotFound:
		if in.version >= versionAsks {
			return http.StatusNotFound
		}
	case jsonrpc.CodeInvalidParams, mcp.CodeMissingRequiredClientCapabilities:
		if in.version >= versionAsks {
			return http.StatusBadRequest
		}
	}
	return http.StatusOK
}

// taken are the SDK's answers by the places that [incoming.forSDK] gave. What the SDK refuses as a whole it answers in
// plain text, or for the one message that it saw first.
func taken(said []byte) map[int64]*jsonrpc.Response {
	out := map[int64]*jsonrpc.Response{}
	var all []json.RawMessage
	if json.Unmarshal(said, &all) != nil {
		all = []json.RawMessage{said}
	}
	for _, one := range all {
		m, err := jsonrpc.DecodeMessage(one)
		if r, is := m.(*jsonrpc.Response); err == nil && is && (r.Result != nil || r.Error != nil) {
			if place, is := r.ID.Raw().(int64); is {
				out[place] = r
			}
		}
	}
	return out
}

// unfit is the failure of a message that is not one of that version of the protocol.
func (e envelope) unfit(version string) *wireFailure {
	return failuref(jsonrpc.CodeInvalidParams, "the params of %s are not as version %s of the protocol has them",
		e.method, version)
}

// reworded is an error that the SDK answered. Ours has data. The SDK's own is said in other words, since it lacks
// sentences for whoever calls: it shows types of Go and what was sent. The failure is for the log, if nobody who calls
// could do anything about it.
func (e envelope) reworded(said error, version string) (*wireFailure, error) {
	f, is := errors.AsType[*jsonrpc.Error](said)
	switch {
	case !is:
		return failuref(jsonrpc.CodeInternalError, "%s", gate.InternalSentence), said
	case len(f.Data) > 0:
		return &wireFailure{f.Code, f.Message, f.Data}, nil
	}
	switch f.Code {
	case mcp.CodeHeaderMismatch:
		return failuref(f.Code, "the headers Mcp-Protocol-Version, Mcp-Method and Mcp-Name must say what the message "+
			"says"), nil
	case jsonrpc.CodeMethodNotFound:
		return failuref(f.Code, "there is no method %s in version %s of the protocol", e.method, version), nil
	case 0, jsonrpc.CodeInvalidRequest, jsonrpc.CodeInvalidParams: // 0: initialize, whose params could not be read
		return e.unfit(version), nil
	}
	return failuref(jsonrpc.CodeInternalError, "%s", gate.InternalSentence),
		fmt.Errorf("%s is answered %d: %.500s", e.method, f.Code, f.Message)
}
