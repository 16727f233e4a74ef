// Package pipelines has the pages of postings, the tracks and steps of their pipelines, who interviews on them, pools
// of people, and assessments with their rubrics.
package pipelines

import (
	"litmus/dashboard/internal/site"
	"litmus/models/access"
)

// Routes are the pages and forms of postings, their pipelines, and assessments.
var Routes = []site.Route{
	site.Get(site.PostingsPath, access.ActionSeePosting, postings),
	site.Get(site.PostingsPath+"/new", access.ActionEditPosting, newPosting),
	site.Post(site.PostingsPath+"/new", access.ActionEditPosting, createPosting),
	site.Get(site.PostingsPath+"/{id}", access.ActionSeePosting, posting),
	site.Get(site.PostingsPath+"/{id}/edit", access.ActionEditPosting, onPosting(editPostingPage)),
	site.Post(site.PostingsPath+"/{id}/edit", access.ActionEditPosting, editPosting),
	site.Post(site.PostingsPath+"/{id}/state", access.ActionEditPosting, setPostingState),
	site.Post(site.PostingsPath+"/{id}/remove", access.ActionEditPosting, removePosting),
	site.Get(site.PostingsPath+"/{id}/tracks/new", access.ActionEditPipeline, onPosting(newTrack)),
	site.Post(site.PostingsPath+"/{id}/tracks/new", access.ActionEditPipeline, createTrack),
	site.Get(site.PostingsPath+"/{id}/tracks/{track}", access.ActionEditPipeline, onPosting(editTrackPage)),
	site.Post(site.PostingsPath+"/{id}/tracks/{track}", access.ActionEditPipeline, editTrack),
	site.Post(site.PostingsPath+"/{id}/tracks/{track}/default", access.ActionEditPipeline, defaultTrack),
	site.Post(site.PostingsPath+"/{id}/tracks/{track}/move", access.ActionEditPipeline, moveTrack),
	site.Post(site.PostingsPath+"/{id}/tracks/{track}/remove", access.ActionEditPipeline, removeTrack),
	site.Get(site.PostingsPath+"/{id}/steps/new", access.ActionEditPipeline, onPosting(newStep)),
	site.Post(site.PostingsPath+"/{id}/steps/new", access.ActionEditPipeline, createStep),
	site.Get(site.PostingsPath+"/{id}/steps/{step}", access.ActionEditPipeline, onPosting(editStepPage)),
	site.Post(site.PostingsPath+"/{id}/steps/{step}", access.ActionEditPipeline, editStep),
	site.Post(site.PostingsPath+"/{id}/steps/{step}/move", access.ActionEditPipeline, moveStep),
	site.Post(site.PostingsPath+"/{id}/steps/{step}/remove", access.ActionEditPipeline, removeStep),
	site.Post(site.PostingsPath+"/{id}/attach", access.ActionEditPipeline, attachAssessment),
	site.Post(site.PostingsPath+"/{id}/detach", access.ActionEditPipeline, detachAssessment),
	site.Post(site.PostingsPath+"/{id}/follow", access.ActionFollowPosting, follow),
	site.Post(site.PostingsPath+"/{id}/unfollow", access.ActionFollowPosting, unfollow),
	site.Post(site.PostingsPath+"/{id}/interviewers", access.ActionAssignInterviewers, assign),
	site.Post(site.PostingsPath+"/{id}/interviewers/link", access.ActionAssignInterviewers, setLink),
	site.Post(site.PostingsPath+"/{id}/interviewers/remove", access.ActionAssignInterviewers, unassign),
	site.Get(site.PoolsPath, access.ActionSeePools, pools),
	site.Post(site.PoolsPath, access.ActionEditPools, createPool),
	site.Get(site.PoolsPath+"/{id}", access.ActionSeePools, pool),
	site.Post(site.PoolsPath+"/{id}", access.ActionEditPools, editPool),
	site.Post(site.PoolsPath+"/{id}/remove", access.ActionEditPools, removePool),
	site.Post(site.PoolsPath+"/{id}/members", access.ActionEditPools, joinPool),
	site.Post(site.PoolsPath+"/{id}/members/change", access.ActionEditPools, changePoolMember),
	site.Post(site.PoolsPath+"/{id}/members/remove", access.ActionEditPools, leavePool),
	site.Post(site.PoolsPath+"/{id}/rooms", access.ActionEditPools, setRoom),
	site.Post(site.PoolsPath+"/{id}/rooms/remove", access.ActionEditPools, removeRoom),
	site.Get(site.AssessmentsPath, access.ActionSeeAssessment, assessments),
	site.Get(site.AssessmentsPath+"/new", access.ActionEditAssessment, newAssessment),
	site.Post(site.AssessmentsPath+"/new", access.ActionEditAssessment, createAssessment),
	site.Get(site.AssessmentsPath+"/{id}", access.ActionSeeAssessment, assessment),
	site.Get(site.AssessmentsPath+"/{id}/edit", access.ActionEditAssessment, editAssessmentPage),
	site.Post(site.AssessmentsPath+"/{id}/edit", access.ActionEditAssessment, editAssessment),
	site.Post(site.AssessmentsPath+"/{id}/remove", access.ActionEditAssessment, removeAssessment),
	site.Send(site.AssessmentsPath+"/{id}/files", access.ActionEditAssessment, addFile),
	site.Get(site.AssessmentsPath+"/{id}/files/{file}", access.ActionSeeAssessment, openFile),
	site.Post(site.AssessmentsPath+"/{id}/files/{file}/remove", access.ActionEditAssessment, removeFile),
	site.Get(site.AssessmentsPath+"/{id}/rubric", access.ActionEditAssessment, rubricPage),
	site.Post(site.AssessmentsPath+"/{id}/rubric", access.ActionEditAssessment, saveRubric),
}
