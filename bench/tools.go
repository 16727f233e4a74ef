package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// toolReads are reads by tool with their twins of REST. The place of an interview's id is $id.
var toolReads = []struct{ name, arguments, path string }{
	{"list_roles", `{}`, "/api/v1/roles"},
	{"get_interview", `{"id":"$id"}`, "/api/v1/interviews/$id"},
	{"list_interviews", `{"limit":50}`, "/api/v1/interviews?limit=50"},
}

// measureTools measures what a read by tool costs beyond the same read by REST, by turns and one after another, and how
// many lists of all tools are answered.
func (b *bench) measureTools(ctx context.Context) error {
	s, _, err := b.seeded(ctx, "tools", newPlan(time.Now()), 0)
	if err != nil {
		return err
	}
	defer s.stop()
	c, err := s.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	page, err := s.get("/api/v1/interviews?limit=1")
	if err != nil {
		return err
	}
	var one struct{ Interviews []struct{ ID string } }
	if err := json.Unmarshal(page, &one); err != nil || len(one.Interviews) != 1 {
		return fmt.Errorf("tools: no interview is stored: %s (%v)", page, err)
	}
	list := func(c *conn) []byte { return c.message("tools/list", `{}`) }
	answer, err := c.send(list(c), http.StatusOK)
	if err != nil {
		return err
	}
	tools := bytes.Count(answer, []byte(`"inputSchema"`))
	if tools < len(toolReads) {
		return fmt.Errorf("tools: the list has %d: %.500s", tools, answer)
	}
	size := len(answer)
	for run := range b.runs {
		if b.wants(toolRead) {
			most, slowest := 0.0, ""
			for _, r := range toolReads {
				beyond, err := c.beyondREST(r.name, fillID(r.arguments, one.Interviews[0].ID),
					fillID(r.path, one.Interviews[0].ID), b.read)
				if err != nil {
					return fmt.Errorf("%s: %w", r.name, err)
				}
				if slowest == "" || beyond > most {
					most, slowest = beyond, r.name
				}
			}
			b.results.one(toolRead, most)
			b.say("run %d: %s beyond REST %.2f ms (%s)", run+1, toolRead, most, slowest)
		}
		if b.wants(toolList) {
			rate, err := s.rateOf(list, b.read)
			if err != nil {
				return err
			}
			b.results.one(toolList, rate)
			b.say("run %d: %s %.0f/s", run+1, toolList, rate)
		}
	}
	b.results.note("tools: the list has %d tools and %d KiB.", tools, size>>10)
	return nil
}

func fillID(text, id string) string { return strings.ReplaceAll(text, "$id", id) }

// beyondREST returns by how many milliseconds the median of a read by tool is longer than that of its twin.
func (c *conn) beyondREST(name, arguments, path string, d time.Duration) (float64, error) {
	call := c.message("tools/call", `{"name":"`+name+`","arguments":`+arguments+`}`)
	twin := c.request(http.MethodGet, path, "")
	answer, err := c.send(call, http.StatusOK)
	if err != nil {
		return 0, err
	}
	if !bytes.Contains(answer, []byte(`"structuredContent"`)) || bytes.Contains(answer, []byte(`"isError":true`)) {
		return 0, fmt.Errorf("it answers %.500s", answer)
	}
	var byTool, byREST []float64
	for end := time.Now().Add(d); time.Now().Before(end); {
		tool, err := c.time(call)
		if err != nil {
			return 0, err
		}
		rest, err := c.time(twin)
		if err != nil {
			return 0, err
		}
		byTool, byREST = append(byTool, tool), append(byREST, rest)
	}
	return median(byTool) - median(byREST), nil
}

// message is a message to the tool server as it goes over the wire.
func (c *conn) message(method, params string) []byte {
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
	return fmt.Appendf(nil, "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: "+
		"application/json\r\nAccept: application/json, text/event-stream\r\nMcp-Protocol-Version: 2025-11-25\r\n"+
		"Content-Length: %d\r\n\r\n%s", c.host, c.target.key, len(body), body)
}
