package orgfile

import (
	"go.yaml.in/yaml/v3"

	"litmus/models"
	"litmus/models/setup"
)

// readPool reads a pool with its members, who need not be people of the file, or with its rooms (P1).
func (f *file) readPool(v value) setup.Pool {
	o, ok := v.object("key", "name", "kind", "shadowings", "reverse_shadowings", "tell_of_trainees", "limits",
		"members", "rooms")
	if !ok {
		return setup.Pool{}
	}
	if o.get("kind").choice(models.PoolPeople, models.PoolPeople, models.PoolRooms) == models.PoolRooms {
		o.only("a pool of rooms", "key", "name", "kind", "limits", "rooms")
		return setup.Pool{Key: o.key(f.pools), Name: o.required("name", "a name").phrase(), Kind: models.PoolRooms,
			Limits: o.limitsOf(), Rooms: readRooms(o.get("rooms"))}
	}
	o.only("a pool of people", "key", "name", "kind", "shadowings", "reverse_shadowings", "tell_of_trainees", "limits",
		"members")
	p := setup.Pool{
		Key:  o.key(f.pools),
		Name: o.required("name", "a name").phrase(),
		PoolSettings: models.PoolSettings{
			ShadowsNeeded:        o.get("shadowings").integer(0, 0, models.MaxTraining),
			ReverseShadowsNeeded: o.get("reverse_shadowings").integer(0, 0, models.MaxTraining),
			ShadowsShown:         o.get("tell_of_trainees").boolean(false),
		},
		Limits: o.limitsOf(),
	}
	members := o.get("members")
	people := newIndex("member")
	for _, item := range members.items("email") {
		if m, ok := readPoolMember(item, people); ok {
			p.Members = append(p.Members, m)
		}
	}
	if len(p.Members) > models.MaxPoolMembers {
		members.problem("%d members; at most %d are allowed", len(p.Members), models.MaxPoolMembers)
	}
	return p
}

// memberFields are the fields that members of a pool have beside email and state, by their state.
var memberFields = map[models.PoolState][]string{
	models.PoolQualified:     {},
	models.PoolShadow:        {"done"},
	models.PoolReverseShadow: {"done"},
	models.PoolPaused:        {"done", "paused_until", "resumes"},
}

func readPoolMember(v value, people *index) (m models.PoolMember, ok bool) {
	o, ok := v.object("email", "state", "done", "paused_until", "resumes")
	if !ok {
		return m, false
	}
	email := o.required("email", "an email address")
	m = models.PoolMember{
		Email: email.email(),
		State: models.PoolState(o.get("state").choice(string(models.PoolQualified), words(models.PoolStates)...)),
		Done:  o.get("done").integer(0, 0, models.MaxTraining),
	}
	people.add(m.Email, email)
	o.only("a member of state "+string(m.State), append([]string{"email", "state"}, memberFields[m.State]...)...)
	if m.State == models.PoolPaused {
		m.PausedUntil = o.get("paused_until").date()
		m.Resumes = models.PoolState(o.get("resumes").choice(string(models.PoolQualified),
			words(models.PoolStates[:3])...)) // all but paused
	}
	return m, m.Email != ""
}

func words(states []models.PoolState) (out []string) {
	for _, s := range states {
		out = append(out, string(s))
	}
	return out
}

func poolNode(p setup.Pool) *yaml.Node {
	m := &mapping{}
	m.text("key", p.Key)
	m.text("name", p.Name)
	if p.Kind == models.PoolRooms {
		m.text("kind", p.Kind)
	}
	m.number("shadowings", p.ShadowsNeeded, 0)
	m.number("reverse_shadowings", p.ReverseShadowsNeeded, 0)
	m.flag("tell_of_trainees", p.ShadowsShown, false)
	if l := limits(p.Limits); len(l.content) > 0 {
		m.put("limits", l.flow())
	}
	entries(m, "members", p.Members, poolMemberNode)
	entries(m, "rooms", p.Rooms, roomNode)
	return m.node()
}

func poolMemberNode(p models.PoolMember) *yaml.Node {
	m := &mapping{}
	m.text("email", p.Email)
	if p.State != models.PoolQualified {
		m.text("state", string(p.State))
	}
	m.number("done", p.Done, 0)
	m.text("paused_until", p.PausedUntil)
	if p.Resumes != models.PoolQualified {
		m.text("resumes", string(p.Resumes))
	}
	return m.flow()
}
