BEGIN TRANSACTION;
CREATE TABLE about (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "about" VALUES(2);
CREATE TABLE games (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	updated FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('wGedPXP5-VOVoHPf','{"moves": ["r1c2 1"]}',1.79503184950239729877e+09);
INSERT INTO "games" VALUES('7WauiDtkWG5XxH34','{"moves": []}',1.79503184953168845169e+09);
CREATE TABLE jobs (
	id INTEGER NOT NULL, 
	batch TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	source TEXT NOT NULL, 
	task TEXT NOT NULL, 
	part_of INTEGER, 
	state TEXT NOT NULL, 
	tries INTEGER NOT NULL, 
	worker TEXT, 
	until FLOAT, 
	finished FLOAT, 
	seconds FLOAT, 
	cpu_seconds FLOAT, 
	engine TEXT, 
	version TEXT, 
	status TEXT, 
	result TEXT, 
	failure TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (batch, "key")
);
INSERT INTO "jobs" VALUES(1,'solve-3b2857802d5f30da03c18644','b5d2bc64507df373d93c137c','boards.txt','{"verb":"solve","puzzle":{"family":"kojun","regions":[[0,0,1],[2,1,1],[2,2,1]],"givens":[[2,0,0],[0,0,0],[0,0,0]],"order":"adjacent"}}',NULL,'done',0,'host:1:a',NULL,1.79503180639272522925e+09,5.59817000066686887294e-04,0.0,'own','0.1.0','unique','{"family":"kojun","status":"unique","reason":null,"solutions":[{"grid":[[2,1,3],[3,4,2],[1,2,1]]}],"objective":null,"bound":null,"engine":"own","seconds":0.0005598170000666869,"cpu_seconds":0.0,"stats":{"nodes":1,"exhausted":1},"why":""}',NULL);
INSERT INTO "jobs" VALUES(2,'solve-3b2857802d5f30da03c18644','da23fb17cd23ce8778b5f074','bad.txt','{"verb":"solve","source":"bad.txt"}',NULL,'failed',0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'This is no puzzle in a format that Quebra knows (json, text, pieces, tetravex, link, puzzle, cnf, mzn, asp, polynomials, monomials, lp, mps, puzzlink, pzprv3, penpa, janko, list, candidates, level, xmpuzzle, svg, wkt, geojson).');
INSERT INTO "jobs" VALUES(3,'grade-1be1a4d8d85c41f71dcee505','18e5accb71ae8468faa8c1e7','boards.txt','{"verb":"grade","puzzle":{"family":"kojun","regions":[[0,0,1],[2,1,1],[2,2,1]],"givens":[[2,0,0],[0,0,0],[0,0,0]],"order":"adjacent"}}',NULL,'done',0,'host:1:a',NULL,1.79503183386472177501e+09,5.49671230000967625528e-02,NULL,NULL,'0.1.0','easy','{"family":"kojun","reason":null,"grade":"easy","score":53.0,"techniques":{"last cell":3,"hidden single":4,"single":1,"order":4},"text":"Easy: needs no more than the order in a column.","bottlenecks":0,"crux":[[0,2],[2,2],[1,2]]}',NULL);
CREATE TABLE puzzles (
	id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	family TEXT NOT NULL, 
	puzzle TEXT NOT NULL, 
	rows INTEGER, 
	cols INTEGER, 
	grade TEXT, 
	score FLOAT, 
	status TEXT, 
	solutions INTEGER, 
	solution TEXT, 
	source TEXT NOT NULL, 
	added FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "puzzles" VALUES(1,'0712c6ffcc8d7bc9f4d21c2ff5593ff9f0ccfadb503009dfa16da5bb0f40e637','kojun','{"family":"kojun","regions":[[0,0,1],[2,1,1],[2,2,1]],"givens":[[2,0,0],[0,0,0],[0,0,0]],"order":"adjacent"}',3,3,'easy',53.0,'unique',1,'{"grid":[[2,1,3],[3,4,2],[1,2,1]]}','boards.txt',1.7950318453451702595e+09);
INSERT INTO "puzzles" VALUES(2,'112dbf5f574cc6df377ec5d5ea207bcba59bab73c3a85be3e7fea1ca2fbbff34','symmetry','{"family":"symmetry","clues":[[3,0,0],[1,1,1],[0,2,0]],"shapes":3}',3,3,NULL,NULL,NULL,NULL,NULL,'s.json',1.79503184534558582301e+09);
CREATE TABLE quebra_revision (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT quebra_revision_pkc PRIMARY KEY (version_num)
);
INSERT INTO "quebra_revision" VALUES('0002');
CREATE TABLE records (
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	updated FLOAT NOT NULL, 
	PRIMARY KEY (kind, name)
);
INSERT INTO "records" VALUES('draft','a board','{"cells": []}',1.79503184953279542918e+09);
CREATE INDEX ix_games_updated ON games (updated);
CREATE INDEX jobs_by_whole ON jobs (part_of);
CREATE INDEX jobs_to_do ON jobs (batch, state, tries, id);
CREATE INDEX puzzles_by_kind ON puzzles (family, grade, status);
COMMIT;
