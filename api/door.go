package api

import (
	"io"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"litmus/gate"
	"litmus/models"
	"litmus/scheduling"
	"litmus/uploads"
	"litmus/wire"
)

// call is one request as an operation sees it.
type call struct {
	*gate.Call
	wire.Input
}

// by says that the call's key acts. Its answer waits for links, and gives the call's place to others meanwhile.
func (c *call) by() scheduling.By {
	by := scheduling.By{Org: c.Caller.Organization, Answer: scheduling.Answer{Links: true, Away: c.Seat.Away}}
	by.Actor = c.Actor()
	return by
}

// register adds the routes.
func (a *API) register(e *gin.Engine) {
	handle := func(path string, r route) {
		serve := a.serve(r)
		e.Handle(r.method, path, serve)
		if r.method == http.MethodGet {
			e.HEAD(path, serve)
		}
	}
	for _, r := range routes {
		handle(prefix+r.path, r)
	}
	if a.AdvanceClock != nil {
		for _, r := range clockRoutes {
			handle(r.path, r)
		}
	}
}

// serve answers and audits a request. Every operation checks in one order: credentials, scope, the 404 of the path's
// resource, the 400 of shape, the 404 of a resource that the body names, the 400 of its kind, and the 409 of its state.
// The scope comes before existence, so a key cannot find out what exists beyond its scopes.
func (a *API) serve(r route) gin.HandlerFunc {
	return func(g *gin.Context) {
		called, end := gate.Begin(g)
		defer end()
		called.ID = wire.CleanID(g.Param("id"))
		status, body, file, err := a.run(r, &call{Call: called})
		switch {
		case err == nil && file != nil:
			uploads.Send(g.Writer, g.Request, file.file, file.content)
		case err == nil:
			g.Header("Content-Length", strconv.Itoa(len(body)))
			g.Data(status, "application/json; charset=utf-8", body)
		}
		if err != nil {
			status = gate.Fail(g, err)
		}
		a.Gate.Audit(called, gate.Route(g), status, err)
	}
}

// sent is an answer that is no JSON, but a file.
type sent struct {
	file    models.File
	content io.ReadCloser
}

// run admits the caller and runs the operation; body is the answer's JSON, unless it is a file.
func (a *API) run(r route, c *call) (status int, body []byte, file *sent, err error) {
	defer gate.Recover(&err)
	if err := a.Gate.Admit(c.Call, r.anyOf, r.heavy); err != nil {
		return 0, nil, nil, err
	}
	defer c.Seat.End()
	c.Input = wire.Input{Body: c.readBody, Limit: models.DefaultLimit}
	c.Query, c.BadQuery = wire.ParseQuery(c.HTTP.URL.RawQuery)
	status, answer, err := r.do(a, c)
	if f, is := answer.(sent); is && err == nil {
		return status, nil, &f, nil
	}
	if err == nil {
		body, err = wire.Render(answer)
	}
	return status, body, nil, err
}

// readBody reads the request's body, a JSON object of at most 1 MiB.
func (c *call) readBody() (object []byte, err error) {
	c.Seat.Away(c.Context(), func() { object, err = gate.ReadBody(c.HTTP) }) // a slow sender holds no place
	if err != nil {
		return nil, err
	}
	return wire.Object(object)
}
