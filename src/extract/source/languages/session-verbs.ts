/** Verbs that a session of Python has, each of which calls its `request`. */
export const SESSION_VERBS = ['get', 'options', 'head', 'post', 'put', 'patch', 'delete'];
