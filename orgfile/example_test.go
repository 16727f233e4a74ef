package orgfile_test

import (
	"fmt"

	"litmus/orgfile"
)

func ExampleParse() {
	_, err := orgfile.Parse("acme.yaml", []byte(`
organization: {slug: acme, name: Acme Robotics, timezone: Mars/Base}
assessments:
  - {key: design, title: System design, delivery_mode: sync}
postings:
  - key: backend
    kind: role
    title: Backend Engineer
    tracks:
      - key: default
        name: Default
        steps:
          - {key: talk, type: assessment, assessment: desing, title: Talk, duration_minutes: 1h}
`))
	fmt.Println(err)
	// Output:
	// acme.yaml:2: organization.timezone: unknown field; did you mean time_zone?
	// acme.yaml:13: postings[backend].tracks[default].steps[talk].assessment: there is no assessment "desing" in this file; did you mean design?
	// acme.yaml:13: postings[backend].tracks[default].steps[talk].duration_minutes: "1h" is not right; expected a whole number from 5 to 480
}
