package gate

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"litmus/fair"
	"litmus/models"
	"litmus/store/team"
)

const answerTimeout = 30 * time.Second // after this time the answer is a 500, even if the database still works on it

// Call is one request as an operation of either door sees it.
type Call struct {
	HTTP      *http.Request // its context ends after the time in which it is to be answered
	Start     time.Time
	RequestID string
	Caller    team.Caller // zero until [Gate.Admit] has found out
	Seat      *fair.Seat  // its place while it is served
	ID        string      // of the resource that it names first: in its path, or by an argument
	Tools     string      // names of the tools that it called, for the log; "" for REST

	resourceIDs []string
}

// Begin begins the call of a request. The caller has to call end when it is answered.
func Begin(g *gin.Context) (c *Call, end context.CancelFunc) {
	ctx, end := context.WithTimeout(g.Request.Context(), answerTimeout)
	c = &Call{HTTP: g.Request.WithContext(ctx), Start: time.Now(), RequestID: g.GetString("request_id")}
	g.Set("call", c)
	return c, end
}

// Context is the context of the request.
func (c *Call) Context() context.Context { return c.HTTP.Context() }

// OrgID is the id of the caller's organization, "" for a caller who is not known.
func (c *Call) OrgID() string { return c.Caller.Organization.ID }

// Actor is the caller's key, as history and letters name who acts.
func (c *Call) Actor() models.Actor {
	return models.Actor{Kind: models.ActorKey, ID: c.Caller.Key.ID, Name: c.Caller.Key.Name, RequestID: c.RequestID}
}

// Touched adds resource ids to the audit row.
func (c *Call) Touched(ids ...string) { c.resourceIDs = append(c.resourceIDs, ids...) }

// auditIDs returns the resources for the audit row: the one that the call names unless it was not found, and those that
// the operation touched.
func (c *Call) auditIDs(err error) []string {
	if c.ID != "" && models.KindOf(err) != models.NotFound && models.KindOf(err) != models.Unauthenticated {
		return append([]string{c.ID}, c.resourceIDs...)
	}
	return c.resourceIDs
}
