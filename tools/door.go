package tools

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"litmus/gate"
	"litmus/models"
)

// serve answers and audits a request.
func (sv *Server) serve() gin.HandlerFunc {
	// It is made for the first message that needs it: the SDK reads each tool's types again, and many services have no
	// agents.
	server := sync.OnceValue(sv.toolServer)
	stream := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server() },
		&mcp.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true,
			// Nothing here trusts a client for being on this machine, since who calls has a key. With the protection
			// the SDK would refuse a proxy on this machine.
			DisableLocalhostProtection: true,
		})
	// A page of another origin has no business here (§5 rule 2). The SDK's check of that lacks an answer in JSON.
	var origins http.CrossOriginProtection
	return func(g *gin.Context) {
		called, end := gate.Begin(g)
		defer end()
		m := &message{Call: called}
		err := origins.Check(g.Request)
		if err != nil {
			err = models.Forbiddenf("pages of other origins cannot call tools")
		} else {
			err = sv.pass(m, g, stream)
		}
		status := g.Writer.Status()
		switch {
		case errors.Is(err, errNotJSON):
			status = gate.FailWith(g, http.StatusUnsupportedMediaType, err)
		case err != nil:
			status = gate.Fail(g, err)
		}
		var failure error
		if m.Tools, failure = m.end(); failure != nil {
			_ = g.Error(failure)
		}
		if m.Tools == "" { // else each call has a row of its own
			sv.Gate.Audit(m.Call, Path, status, err)
		}
	}
}

var errNotJSON = models.Invalidf("Content-Type must be application/json")

// pass admits the caller and hands the message to the SDK.
func (sv *Server) pass(m *message, g *gin.Context, stream http.Handler) (err error) {
	defer gate.Recover(&err)
	if err := sv.Gate.Admit(m.Call, nil, false); err != nil {
		return err
	}
	defer m.Seat.End()
	defer m.wait()
	if kind, _, _ := mime.ParseMediaType(m.HTTP.Header.Get("Content-Type")); kind != "application/json" {
		return errNotJSON
	}
	var body []byte
	var in incoming
	m.Seat.Away(m.Context(), func() { // a slow sender holds no place
		if body, err = gate.ReadBody(m.HTTP); err == nil {
			in = readIncoming(body, m.HTTP.Header.Get("Mcp-Protocol-Version"))
			m.Seat.Weigh(in.heavy())
		}
	})
	if err != nil {
		return err
	}
	key, id, isList := sv.lists.key(m, in, body)
	if isList && sv.lists.serve(g, key, id) {
		return nil
	}
	said := &sdkAnswer{header: http.Header{}, status: http.StatusOK}
	if asked := in.forSDK(); asked != nil {
		// Without the limit of time, which is for the operation: its failure is to be answered.
		r := g.Request.Clone(context.WithValue(g.Request.Context(), messageKey{}, m))
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(asked)), int64(len(asked))
		r.Header.Set("Accept", "application/json, text/event-stream") // every answer is JSON, whoever asks
		r.Header.Del("Last-Event-Id")
		stream.ServeHTTP(said, r)
	}
	answer, status, failure := in.answer(said.body.Bytes(), said.status >= http.StatusBadRequest, m.RequestID)
	if failure != nil {
		m.failed(failure)
	}
	if answer == nil {
		g.Status(status)
		g.Writer.WriteHeaderNow()
		return nil
	}
	g.Data(status, "application/json", answer)
	if isList {
		sv.lists.keep(key, answer)
	}
	return nil
}

// sdkAnswer is what the SDK answers to. It lacks another way to answer than over HTTP. Nobody gets this as it is: see
// [incoming.answer].
type sdkAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *sdkAnswer) Header() http.Header         { return w.header }
func (w *sdkAnswer) WriteHeader(status int)      { w.status = status }
func (w *sdkAnswer) Write(b []byte) (int, error) { return w.body.Write(b) }

// message is a request to the tool server. It may hold several calls, which share the request's place. So they run one
// at a time, and the request ends after them. The SDK lacks both: it runs the calls of a list all at once, and leaves
// them running when the client goes away.
type message struct {
	*gate.Call

	turn    sync.Mutex // of the call that runs
	mu      sync.Mutex
	over    bool // no call may begin any more
	running sync.WaitGroup
	called  []string
	failure error // the first one that is no answer for the caller
}

type messageKey struct{}

func messageOf(ctx context.Context) *message { return ctx.Value(messageKey{}).(*message) }

// begin counts a call as running, unless the request is over already. The caller has to call running.Done.
func (m *message) begin() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.over {
		m.running.Add(1)
	}
	return !m.over
}

// note collects what the log says of a call.
func (m *message) note(name string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.called = append(m.called, name)
	if gate.IsInternal(err) && m.failure == nil {
		m.failure = err
	}
}

// failed notes a failure outside of a call.
func (m *message) failed(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failure == nil {
		m.failure = err
	}
}

// wait lets no further call begin and waits for those that run: they use the request's place. If the client went away
// their context has ended.
func (m *message) wait() {
	m.mu.Lock()
	m.over = true
	m.mu.Unlock()
	m.running.Wait()
}

// end returns the names of the tools that were called, and the first failure.
func (m *message) end() (called string, failure error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.called, " "), m.failure
}
