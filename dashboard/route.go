package dashboard

import (
	"net/http"

	"litmus/models/access"
)

// route is a page, or what a form does.
type route struct {
	method, path string
	action       access.Action // whoever may not do it, not even with their own, gets no further; or [anyMember]
	do           func(*visit) (answer, error)
}

// anyMember is the action of a route that every member may use.
const anyMember access.Action = -1

// get is the route of a page.
func get(path string, a access.Action, do func(*visit) (answer, error)) route {
	return route{http.MethodGet, path, a, do}
}

// post is the route of a form.
func post(path string, a access.Action, do func(*visit) (answer, error)) route {
	return route{http.MethodPost, path, a, do}
}
