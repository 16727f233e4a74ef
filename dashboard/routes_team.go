package dashboard

import "litmus/models"

// teamRoutes are the pages and forms of the organization, its members and its keys.
var teamRoutes = []route{
	get(keysPath, models.ActionManageKeys, keys),
	post(keysPath, models.ActionManageKeys, createKey),
	get(keysPath+"/new", models.ActionManageKeys, newKey),
	get(keysPath+"/{id}", models.ActionManageKeys, key),
	post(keysPath+"/{id}/scopes", models.ActionManageKeys, setKeyScopes),
	get(keysPath+"/{id}/revoke", models.ActionManageKeys, askRevokeKey),
	post(keysPath+"/{id}/revoke", models.ActionManageKeys, revokeKey),
	get(membersPath, models.ActionManageMembers, members),
	post(membersPath+"/add", models.ActionManageMembers, addMember),
	post(membersPath+"/change", models.ActionManageMembers, changeMember),
	post(membersPath+"/remove", models.ActionManageMembers, removeMember),
	get(organizationPath, models.ActionEditOrganization, organization),
	post(organizationPath, models.ActionEditOrganization, editOrganization),
	post(organizationPath+"/brand", models.ActionEditOrganization, editBrand),
}
