package web

import "net/http"

// lead is a link of the first page.
type lead struct{ Path, Name, Note string }

// home serves /, for somebody who entered the address of the server: a 404 in JSON would read as if the deployment were
// broken. It says nothing about the organizations that the server has.
func (s *Site) home(*visit) (answer, error) {
	n := english.Home
	return answer{status: http.StatusOK, page: &page{name: "home", Heading: n.Heading, Lead: n.Lead,
		Body: english.HomeLeads}}, nil
}
