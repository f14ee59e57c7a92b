console.log("generated");
