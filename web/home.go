package web

import "net/http"

// home serves /, for somebody who entered the address of the server: a 404 in JSON would read as if the deployment were
// broken. It says nothing about the organizations that the server has.
func (s *Site) home(v *visit) (answer, error) {
	n := v.in.Home
	return answer{status: http.StatusOK, page: &page{name: "home", Heading: n.Heading, Lead: n.Lead,
		Body: v.in.HomeLeads}}, nil
}
