// Who uses this browser: the person who runs the server, a pupil of a class, or a guest.

const { role, shared, start } = document.documentElement.dataset;

export const isTeacher = role === "teacher";
export const isPupil = role === "pupil";

/** Whether other people use the server too. */
export const isShared = shared === "yes";

/** The view that the address without a # stands for. */
export const firstView = start ?? "";
