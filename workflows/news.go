package workflows

import (
	"go.temporal.io/sdk/workflow"

	"litmus/activities"
	"litmus/models"
)

// News tells a member by letter what candidates did in the postings that they watch (D27): at once, gathered, or in the
// morning. ref is that of the member's row of news, which holds an address only in the database.
func News(ctx workflow.Context, ref models.Ref) error {
	var a *activities.Activities
	return reconcile(ctx, ref, entity{kind: models.EntityNews, workflow: "News", load: a.LoadNews,
		loadSummary: "which news are to be told now", effectActivity: func(string) any { return a.SendNews }})
}
