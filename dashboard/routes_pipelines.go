package dashboard

import (
	"litmus/models/access"
)

// pipelineRoutes are the pages and forms of postings, their pipelines, and assessments.
var pipelineRoutes = []route{
	get(postingsPath, access.ActionSeePosting, postings),
	get(postingsPath+"/new", access.ActionEditPosting, newPosting),
	post(postingsPath+"/new", access.ActionEditPosting, createPosting),
	get(postingsPath+"/{id}", access.ActionSeePosting, posting),
	get(postingsPath+"/{id}/edit", access.ActionEditPosting, onPosting(editPostingPage)),
	post(postingsPath+"/{id}/edit", access.ActionEditPosting, editPosting),
	post(postingsPath+"/{id}/state", access.ActionEditPosting, setPostingState),
	post(postingsPath+"/{id}/remove", access.ActionEditPosting, removePosting),
	get(postingsPath+"/{id}/tracks/new", access.ActionEditPipeline, onPosting(newTrack)),
	post(postingsPath+"/{id}/tracks/new", access.ActionEditPipeline, createTrack),
	get(postingsPath+"/{id}/tracks/{track}", access.ActionEditPipeline, onPosting(editTrackPage)),
	post(postingsPath+"/{id}/tracks/{track}", access.ActionEditPipeline, editTrack),
	post(postingsPath+"/{id}/tracks/{track}/default", access.ActionEditPipeline, defaultTrack),
	post(postingsPath+"/{id}/tracks/{track}/move", access.ActionEditPipeline, moveTrack),
	post(postingsPath+"/{id}/tracks/{track}/remove", access.ActionEditPipeline, removeTrack),
	get(postingsPath+"/{id}/steps/new", access.ActionEditPipeline, onPosting(newStep)),
	post(postingsPath+"/{id}/steps/new", access.ActionEditPipeline, createStep),
	get(postingsPath+"/{id}/steps/{step}", access.ActionEditPipeline, onPosting(editStepPage)),
	post(postingsPath+"/{id}/steps/{step}", access.ActionEditPipeline, editStep),
	post(postingsPath+"/{id}/steps/{step}/move", access.ActionEditPipeline, moveStep),
	post(postingsPath+"/{id}/steps/{step}/remove", access.ActionEditPipeline, removeStep),
	post(postingsPath+"/{id}/attach", access.ActionEditPipeline, attachAssessment),
	post(postingsPath+"/{id}/detach", access.ActionEditPipeline, detachAssessment),
	post(postingsPath+"/{id}/interviewers", access.ActionAssignInterviewers, assign),
	post(postingsPath+"/{id}/interviewers/link", access.ActionAssignInterviewers, setLink),
	post(postingsPath+"/{id}/interviewers/remove", access.ActionAssignInterviewers, unassign),
	get(assessmentsPath, access.ActionSeeAssessment, assessments),
	get(assessmentsPath+"/new", access.ActionEditAssessment, newAssessment),
	post(assessmentsPath+"/new", access.ActionEditAssessment, createAssessment),
	get(assessmentsPath+"/{id}", access.ActionSeeAssessment, assessment),
	get(assessmentsPath+"/{id}/edit", access.ActionEditAssessment, editAssessmentPage),
	post(assessmentsPath+"/{id}/edit", access.ActionEditAssessment, editAssessment),
	post(assessmentsPath+"/{id}/remove", access.ActionEditAssessment, removeAssessment),
	get(assessmentsPath+"/{id}/rubric", access.ActionEditAssessment, rubricPage),
	post(assessmentsPath+"/{id}/rubric", access.ActionEditAssessment, saveRubric),
}
