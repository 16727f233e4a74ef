package desk

// The people of the tests.
const (
	Cleo = "cleo@candidate.example"
	Ann  = "ann@acme.example"
	Bob  = "bob@acme.example"
	Cho  = "cho@acme.example"
	Fay  = "fay@acme.example" // a fallback recipient
	Gus  = "gus@acme.example" // another
)

// Secret is the service's secret in tests.
const Secret = "0123456789abcdef0123456789abcdef"
