package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"litmus/gate"
	"litmus/models"
	"litmus/models/act"
	"litmus/scheduling"
	"litmus/wire"
)

// toolCall is what a call by tool has beside what a request has.
type toolCall struct {
	name      string
	arguments json.RawMessage // without plan_id and what is null, names in order: the same for the same call
	planID    string          // argument plan_id, "" if it is absent
	plan      *act.Plan       // that is carried out now, nil for none
	canAsk    bool            // the client can put a question to a person within this call
	state     string          // what came back with the answer to a question, as [question] gave it
	answer    string          // accept, decline or cancel; "" if nobody was asked
}

// question is a body that asks a person at the client before anything is done. The client repeats the call with the
// answer and the state. Only a client for which [toolCall] says canAsk may get one.
type question struct {
	message string
	state   string // must be signed: a client can change it, and can claim any answer
}

// asked is the name of the only question of a call.
const asked = "confirm"

// Versions of the protocol: from the first on a client is asked within a call, and from the second on it reads
// structured content.
const (
	versionAsks       = "2026-07-28"
	versionStructured = "2025-06-18"
)

// call is one call of a tool, as its operation sees it.
type call struct {
	*gate.Call
	wire.Input
	tool *toolCall
}

// by says that the call's key acts, under the plan that it carries out now. Its answer waits for links, and gives the
// call's place to others meanwhile.
func (c *call) by() scheduling.By {
	by := scheduling.By{Org: c.Caller.Organization, Answer: scheduling.Answer{Links: true, Away: c.Seat.Away}}
	by.Actor = c.Actor()
	if c.tool.plan != nil {
		by.Plan = &act.Commit{Plan: *c.tool.plan, KeyID: c.Caller.Key.ID, Tool: c.tool.name}
	}
	return by
}

// postingFirst is [wire.PostingFirst] for the posting that the call names.
func (c *call) postingFirst(sv *Server, argument error) error {
	return wire.PostingFirst(c.Context(), sv.Store, c.OrgID(), c.ID, argument)
}

// operation serves a call. It returns a status for the audit and a body, which is rendered as JSON, or an error.
type operation func(sv *Server, c *call) (status int, body any, err error)

// callTool serves one call of a tool: checks its scope, runs its operation, and writes the audit row (T3).
func (sv *Server) callTool(ctx context.Context, t *tool, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	m := messageOf(ctx)
	if !m.begin() {
		return nil, context.Canceled
	}
	defer m.running.Done()
	m.turn.Lock()
	defer m.turn.Unlock()
	one := *m.Call // each call has a row of its own
	c := &call{Call: &one}
	status, result, err := sv.answerTool(t, c, req)
	if err != nil {
		status = gate.StatusOf(err)
	}
	m.note(t.name, err)
	sv.Gate.Audit(c.Call, "tool:"+t.name, status, err)
	return result, nil
}

// answerTool runs the tool and renders what it returned. A panic in either becomes an unexpected error, so that it is
// answered and audited like that of every authenticated request.
func (sv *Server) answerTool(t *tool, c *call, req *mcp.CallToolRequest) (status int, result *mcp.CallToolResult,
	err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			result = &mcp.CallToolResult{IsError: true,
				Content: []mcp.Content{&mcp.TextContent{Text: sentence(err, c.RequestID)}}}
		}
	}()
	status, body, err := sv.runTool(t, c, req)
	result, err = sv.toolResult(t, c, req, body, err)
	return status, result, err
}

// runTool checks the key's scope, and runs the tool's operation.
func (sv *Server) runTool(t *tool, c *call, req *mcp.CallToolRequest) (status int, body any, err error) {
	if err := gate.CheckScopes(c.Caller.Key, t.anyOf); err != nil {
		return 0, nil, err
	}
	if err := c.readArguments(t, req.Params.Arguments); err != nil {
		return 0, nil, err
	}
	c.tool.canAsk = canAsk(req)
	if answer, ok := req.Params.InputResponses[asked].(*mcp.ElicitResult); ok {
		c.tool.state, c.tool.answer = req.Params.RequestState, answer.Action
	}
	return t.do(sv, c)
}

// canAsk reports whether the client can put a question to a person within a call.
func canAsk(req *mcp.CallToolRequest) bool {
	can := req.ClientCapabilities()
	return req.ProtocolVersion() >= versionAsks && can != nil && can.Elicitation != nil &&
		(can.Elicitation.Form != nil || can.Elicitation.URL == nil) // neither is named: forms
}

// readArguments reads the arguments into the call: the path's id, the query and the body that its operation reads. A
// mistake in them is [models.Invalid], which the model that made it reads as the tool's answer (T2).
func (c *call) readArguments(t *tool, raw json.RawMessage) error {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	if _, err := wire.Check(raw); err != nil || raw[0] != '{' {
		return models.Invalidf("the arguments of %s must be a JSON object", t.name)
	}
	given := map[string]json.RawMessage{}
	known := schemas()[t.name].known
	for quoted, value := range wire.Members(raw) {
		var name string
		if err := json.Unmarshal(quoted, &name); err != nil {
			return err
		}
		if !slices.Contains(known, name) {
			return models.Invalidf("%s has no argument %s; it takes %s", t.name, models.Quote(name),
				strings.Join(known, ", "))
		}
		given[name] = value
	}
	maps.DeleteFunc(given, func(_ string, value json.RawMessage) bool { return string(value) == "null" })

	c.tool, c.Limit = &toolCall{name: t.name}, models.ToolLimit
	err := c.localTimes(t, given)
	if err != nil {
		return err
	}
	if c.Query, err = queryOf(t, given); err != nil {
		return err
	}
	args := wire.FieldsOf(given)
	c.Query.Del("plan_id")
	c.Query.Del(t.id)
	if t.plans {
		if c.tool.planID = args.Text("plan_id"); args.Err() != nil {
			return args.Err()
		}
		delete(given, "plan_id")
	}
	c.tool.arguments = compact(given)
	if t.id != "" {
		if c.ID = args.ID(t.id); args.Err() != nil {
			return args.Err()
		}
		_, several := given[t.several]
		switch {
		case several && c.ID != "":
			return models.Invalidf("%s and %s are both there; send one of them", t.id, t.several)
		case !several && c.ID == "":
			return models.Invalidf("%s is missing", t.id)
		}
		delete(given, t.id)
	}
	body := compact(given)
	c.Body = func() ([]byte, error) { return body, nil }
	return nil
}

// queryOf turns arguments into a query: strings as they are, numbers and booleans as JSON, and a list as REST has it,
// separated by commas; a tool without a row of REST gets its elements as several values.
func queryOf(t *tool, given map[string]json.RawMessage) (url.Values, error) {
	query, s := url.Values{}, schemas()[t.name]
	for _, name := range slices.Sorted(maps.Keys(given)) { // the same mistakes are answered in the same words
		value := given[name]
		texts, ok := queryTexts(value)
		switch {
		case !ok && !s.nested[name]:
			return nil, models.Invalidf("argument %s of %s must be a text, a number, true, false or a list of texts",
				name, t.name)
		case value[0] == '[' && !s.lists[name]:
			return nil, models.Invalidf("argument %s of %s must not be a list", name, t.name)
		case !ok:
		case t.rest != "" && value[0] == '[':
			query.Set(name, strings.Join(texts, ","))
		default:
			query[name] = texts
		}
	}
	return query, nil
}

// queryTexts returns the texts of a scalar, or of a list of scalars.
func queryTexts(value json.RawMessage) (texts []string, ok bool) {
	switch value[0] {
	case '{':
		return nil, false
	case '[':
		for _, one := range wire.Elements(value) {
			if one[0] == '[' { // before it is gone through: each level would be read once more
				return nil, false
			}
			inner, ok := queryTexts(one)
			if !ok {
				return nil, false
			}
			texts = append(texts, inner...)
		}
		return texts, true
	case '"':
		var s string
		err := json.Unmarshal(value, &s)
		return []string{s}, err == nil
	}
	return []string{string(value)}, true
}

// compact renders fields with their names in order and without space.
func compact(f map[string]json.RawMessage) json.RawMessage {
	b, err := json.Marshal(f)
	if err != nil {
		panic(err) // they were checked
	}
	return b
}

// toolResult renders what the operation returned. The error that it returns is for the log and the audit; what REST
// answers with 4xx is a result, with the same sentence (T2).
func (sv *Server) toolResult(t *tool, c *call, req *mcp.CallToolRequest, body any,
	err error) (*mcp.CallToolResult, error) {
	result := &mcp.CallToolResult{IsError: err != nil}
	var rendered []byte
	if q, ok := body.(question); ok && err == nil {
		result.RequestState = q.state
		result.InputRequests = mcp.InputRequestMap{asked: &mcp.ElicitParams{Message: q.message, RequestedSchema: noted}}
		return result, nil
	}
	if body != nil {
		var failed error
		if rendered, failed = wire.Render(body); failed != nil {
			result.IsError, body, err = true, nil, failed
		}
	}
	text := t.name + ": done."
	switch {
	case err != nil:
		text = sentence(err, c.RequestID)
	case t.say != nil:
		text = t.say(body)
	}
	result.Content = []mcp.Content{&mcp.TextContent{Text: text}}
	if body != nil {
		rendered = clocked(rendered, sv.clockOf(c))
		result.StructuredContent = json.RawMessage(rendered)
		if req.ProtocolVersion() < versionStructured { // the client knows texts only
			result.Content = append(result.Content, &mcp.TextContent{Text: string(rendered)})
		}
	}
	return result, err
}

// noted is what a question asks beside yes or no. Some clients refuse a question without a field.
var noted = map[string]any{"type": "object", "properties": map[string]any{"note": map[string]any{
	"type": "string", "title": "Note", "description": "Nothing reads it; accept or decline is the answer.",
}}}

// sentence is the text of an error for the caller.
func sentence(err error, requestID string) string {
	var e *models.Error
	switch {
	case !errors.As(err, &e):
		return gate.InternalSentence + ": " + requestID
	case e.Advice != 0:
		return e.Fact + toolAdvice[e.Advice]
	}
	return e.Message
}

// toolAdvice has each advice in the words of tools, which follow the facts (T2).
var toolAdvice = map[models.Advice]string{
	models.AdviceReplace:   "call reschedule_interview to replace it",
	models.AdviceBookAgain: "call reschedule_interview to book again",
	models.AdviceRoles:     "take it from list_roles",
	models.AdvicePipeline:  "take it from get_pipeline",
	models.AdviceSlots:     "find_slots has the times that are offered, and explain_slot says why this one is not",
	models.AdviceSelfSelect: ": the assessment is one of a group from which candidates choose themselves, and such " +
		"groups take no invitations. get_pipeline has the other assessments",
	models.AdviceInvited: ": their record for this assessment is closed, since they handed in, were decided on, or " +
		"the invitation expired or was revoked. list_candidates says which; invite them to another assessment",
}
