package dashboard

// choice is what can be chosen in a list.
type choice struct {
	Value, Name string
	Chosen      bool
}

// tab leads to a part of a list.
type tab struct {
	Name, Path string
	Chosen     bool
}

// hiddenField is a field that a form carries on.
type hiddenField struct{ Name, Value string }

// postingChoices are the postings of the organization, closed ones too.
func (v *visit) postingChoices(chosen string) (out []choice, err error) {
	roles, err := v.Store.Pipelines.Roles(v.Context(), v.org.ID)
	for _, r := range roles {
		out = append(out, choice{r.ID, r.Title, r.ID == chosen})
	}
	return out, err
}
