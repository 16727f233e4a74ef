package api

import (
	"net/http"

	"litmus/wire"
)

// listRoles serves GET /roles.
func (a *API) listRoles(c *call) (int, any, error) {
	roles, err := a.Store.Pipelines.Roles(c.Context(), c.OrgID())
	return http.StatusOK, wire.RoleListOf(roles), err
}

// readPipeline serves GET /postings/{id}/pipeline.
func (a *API) readPipeline(c *call) (int, any, error) {
	p, err := a.Store.Pipelines.Pipeline(c.Context(), c.OrgID(), c.ID)
	return http.StatusOK, wire.PipelineOf(c.ID, p), err
}
