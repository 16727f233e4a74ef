package site

import (
	"net/http"

	"litmus/models/access"
)

// Route is a page, or what a form does.
type Route struct {
	Method, Path string
	Action       access.Action // whoever may not do it, not even with their own, gets no further; or [AnyMember]
	Do           func(*Visit) (Answer, error)
	Sends        bool // its form has a file, see [Visit.Sent]
}

// AnyMember is the action of a route that every member may use.
const AnyMember access.Action = -1

// Get is the route of a page.
func Get(path string, a access.Action, do func(*Visit) (Answer, error)) Route {
	return Route{Method: http.MethodGet, Path: path, Action: a, Do: do}
}

// Post is the route of a form.
func Post(path string, a access.Action, do func(*Visit) (Answer, error)) Route {
	return Route{Method: http.MethodPost, Path: path, Action: a, Do: do}
}

// Send is the route of a form with a file that is read as it is kept.
func Send(path string, a access.Action, do func(*Visit) (Answer, error)) Route {
	r := Post(path, a, do)
	r.Sends = true
	return r
}
