package api

import "fmt"

var roleTools = []tool{
	{
		name: "list_roles", rest: "GET /roles", hints: reads, out: "RoleList",
		about: "List the postings of the organization (roles and cohorts, closed ones too), newest first. The id of " +
			"one is the posting_id of the other tools.",
		say: func(body any) string { return fmt.Sprintf("%d postings.", len(body.(rolesJSON).Roles)) },
	},
}
