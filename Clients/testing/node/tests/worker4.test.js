'use strict'

// node:test runs each file in a process of its own.
const runner = require('node:test')
const { useTessera } = require('../index.js')
const { setUp, suite } = require('./suite.js')

suite(runner.test, useTessera(runner, { setUp }))
