// Where a piece is: a pose is `{x, y, angle, flip, laid, scale}`, and a piece has a `box` of its own.

/** A pose as a motion: flipped in the line y = 0 first, then turned, then moved. */
export const motion = ({ x, y, angle, flip, scale = 1 }) =>
  new DOMMatrix().translate(x, y).rotate(angle).scale(scale, flip ? -scale : scale);

/** The upright box of a piece as it lies, from the corners of its own. */
export function boxOf(piece, pose) {
  const { x, y, width, height } = piece.box;
  const way = motion(pose);
  const corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(([a, b]) =>
    way.transformPoint({ x: a, y: b }),
  );
  const [left, top] = [Math.min(...corners.map((p) => p.x)), Math.min(...corners.map((p) => p.y))];
  const [right, low] = [Math.max(...corners.map((p) => p.x)), Math.max(...corners.map((p) => p.y))];
  return { x: left, y: top, width: right - left, height: low - top };
}

/** The middle of a piece as it lies. */
export function middle(piece, pose) {
  const { x, y, width, height } = piece.box;
  return motion(pose).transformPoint({ x: x + width / 2, y: y + height / 2 });
}

/** The pose with the piece's middle at a point. */
export function centred(piece, pose, point) {
  const here = middle(piece, pose);
  return { ...pose, x: pose.x + point.x - here.x, y: pose.y + point.y - here.y };
}

/** The pose of a piece taken up, as large as it is on the board, with its middle at a point. */
export const lifted = (piece, pose, point = middle(piece, pose)) =>
  centred(piece, { ...pose, scale: 1, laid: true }, point);

export const turned = (piece, pose, angle) =>
  centred(piece, { ...pose, angle: (((pose.angle + angle) % 360) + 360) % 360 }, middle(piece, pose));

/** Flipped left to right, as it is seen. */
export const flipped = (piece, pose) =>
  centred(piece, { ...pose, flip: !pose.flip, angle: (540 - pose.angle) % 360 }, middle(piece, pose));

/** Turned as a pointer went around the piece's middle; with Shift in steps of 15 degrees. */
export function turnedTowards(piece, pose, start, now, { shiftKey }) {
  const about = middle(piece, pose);
  const heading = (point) => (Math.atan2(point.y - about.y, point.x - about.x) * 180) / Math.PI;
  const angle = heading(now) - heading(start);
  return turned(piece, pose, shiftKey ? Math.round((pose.angle + angle) / 15) * 15 - pose.angle : angle);
}

export const shifted = (pose, start, now) => ({
  ...pose,
  x: pose.x + now.x - start.x,
  y: pose.y + now.y - start.y,
});

export const grown = ({ x, y, width, height }, by) => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const within = ({ x, y, width, height }, point) =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
