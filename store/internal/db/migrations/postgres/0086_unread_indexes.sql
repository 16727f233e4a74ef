-- +goose NO TRANSACTION
-- +goose Up
-- What keeps somebody busy is read from attendees, and interviews_missed has what interviews_no_shows had. Neither this
-- release nor the one before names them; the count of what a member has to come goes by interviews_by_interviewer.
drop index concurrently if exists interviews_that_block;
drop index concurrently if exists interviews_no_shows;
