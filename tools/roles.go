package tools

import (
	"net/http"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/pipeline"
	"litmus/wire"
)

var roleTools = []tool{
	{
		name: "list_roles", rest: "GET /roles", do: (*Server).listRolesPage, hints: reads, in: "RoleQuery",
		out: "RolePage",
		about: "List postings (roles and cohorts, closed ones too), newest first. The id of one is the posting_id of " +
			"the other tools.",
		say: saying(func(x rolePageJSON) string { return listed(len(x.Roles), "posting", x.NextCursor) }),
	},
	{
		name: "get_pipeline", rest: "GET /postings/:id/pipeline", do: (*Server).readPipeline, id: "posting_id",
		hints: reads, out: "Pipeline",
		about: "Read the tracks of a posting with their steps in order. A step can be booked when its type is " +
			"assessment, its delivery_mode is sync and bookable is true; its round_id is what find_slots and " +
			"book_interview take.",
		say: saying(func(x wire.Pipeline) string {
			steps := 0
			for _, t := range x.Tracks {
				steps += len(t.Steps)
			}
			return models.Count(len(x.Tracks), "track") + " with " + models.Count(steps, "step") + "."
		}),
	},
	{
		name: "get_pipeline_status", id: "posting_id", hints: reads,
		anyOf: []string{access.CandidatesRead}, do: (*Server).readPipelineStatus, heavy: true,
		in: "PipelineStatusQuery", out: "PipelineStatus",
		about: "Count the candidates of a posting by their step and state, with the interviews to come. Each counts " +
			"once: at the first step of their track with their assessment.",
		say: saying(func(x pipelineStatusJSON) string { return models.Count(x.Candidates.Total, "candidate") + "." }),
	},
}

type rolePageJSON struct {
	wire.RoleList
	NextCursor *string `json:"next_cursor"`
}

// listRolesPage serves list_roles: GET /roles, a page at a time.
func (sv *Server) listRolesPage(c *call) (int, any, error) {
	limit, place, err := sv.listPage(c, "roles")
	if err != nil {
		return 0, nil, err
	}
	roles, err := sv.Store.Pipelines.Roles(c.Context(), c.OrgID())
	if err != nil {
		return 0, nil, err
	}
	key := func(r models.Role) string { return models.FormatInstant(r.CreatedAt) + " " + r.ID }
	some, next := pageOf(roles, place, limit, key, func(key, place string) bool { return key < place })
	return http.StatusOK, rolePageJSON{wire.RoleListOf(some), sv.cursorAfter(c, next, "roles")}, nil
}

// readPipeline serves get_pipeline.
func (sv *Server) readPipeline(c *call) (int, any, error) {
	p, err := sv.Store.Pipelines.Pipeline(c.Context(), c.OrgID(), c.ID)
	return answered(wire.PipelineOf(c.ID, p), err)
}

type pipelineStatusJSON struct {
	PostingID  string            `json:"posting_id"`
	Candidates countsJSON        `json:"candidates"`
	Tracks     []trackStatusJSON `json:"tracks"`
}

type trackStatusJSON struct {
	TrackID   string           `json:"track_id"`
	Name      string           `json:"name"`
	Steps     []stepStatusJSON `json:"steps"`
	Elsewhere countsJSON       `json:"elsewhere"`
}

type stepStatusJSON struct {
	RoundID            string     `json:"round_id"`
	Title              string     `json:"title"`
	Type               string     `json:"type"`
	Candidates         countsJSON `json:"candidates"`
	UpcomingInterviews int        `json:"upcoming_interviews"`
}

// countsJSON counts candidates by state.
type countsJSON struct {
	Total      int `json:"total"`
	Invited    int `json:"invited"`
	InProgress int `json:"in_progress"`
	Submitted  int `json:"submitted"`
	Advanced   int `json:"advanced"`
	Rejected   int `json:"rejected"`
	Expired    int `json:"expired"`
	Withdrawn  int `json:"withdrawn"`
}

func wireCounts(s pipeline.StateCounts) countsJSON {
	return countsJSON{s.Total(), s[models.CandidateInvited], s[models.CandidateInProgress],
		s[models.CandidateSubmitted], s[models.CandidateAdvanced], s[models.CandidateRejected],
		s[models.CandidateExpired], s[models.CandidateWithdrawn]}
}

// readPipelineStatus serves get_pipeline_status.
func (sv *Server) readPipelineStatus(c *call) (int, any, error) {
	p, err := sv.Store.Pipelines.PipelineStatus(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return 0, nil, err
	}
	tracks, total := p.Standing()
	out := pipelineStatusJSON{c.ID, wireCounts(total), make([]trackStatusJSON, len(tracks))}
	for n, t := range tracks {
		steps := make([]stepStatusJSON, len(t.Steps))
		for m, s := range t.Steps {
			steps[m] = stepStatusJSON{s.Round.ID, s.Title, s.Type, wireCounts(s.StateCounts), s.Upcoming}
		}
		out.Tracks[n] = trackStatusJSON{t.Track.ID, t.Name, steps, wireCounts(t.Elsewhere)}
	}
	return http.StatusOK, out, nil
}
