package site

// Choice is what can be chosen in a list.
type Choice struct {
	Value, Name string
	Chosen      bool
}

// Tab leads to a part of a list.
type Tab struct {
	Name, Path string
	Chosen     bool
}

// HiddenField is a field that a form carries on.
type HiddenField struct{ Name, Value string }

// PostingChoices are the postings of the organization, closed ones too.
func (v *Visit) PostingChoices(chosen string) (out []Choice, err error) {
	roles, err := v.Store.Pipelines.Roles(v.Context(), v.Org.ID)
	for _, r := range roles {
		out = append(out, Choice{r.ID, r.Title, r.ID == chosen})
	}
	return out, err
}
