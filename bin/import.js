'use strict';

// Code that runs from what was compiled before cannot call import() itself: see compiled.js.
exports.importModule = (url) => import(url);
