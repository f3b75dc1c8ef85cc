'use strict'

// Each runner gives each file to a worker. Jest's functions are global, those of node:test are in its module.
const { suite } = require('./suite.js')

suite(globalThis.beforeAll ? globalThis : require('node:test'))
